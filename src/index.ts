export type { Class, Reason, Verdict } from './classify/decide.ts'
export type { Report } from './report/model.ts'
export { Report as ReportSchema } from './report/model.ts'
export { VERSION } from './version.ts'
