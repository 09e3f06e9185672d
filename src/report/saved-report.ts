import { fail, type Result, succeed } from '../source/fault.ts'
import { Report } from './model.ts'
import type { UsageFault } from './usage-fault.ts'

/** Reads a saved report back: the edge where it is checked, since anybody may have written the file. */
export function parseReport(text: string, path: string): Result<Report, UsageFault> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return fail({ code: 'bad-report', path, detail })
  }
  const report = Report.safeParse(value)
  if (report.success) return succeed(report.data)
  const [issue] = report.error.issues
  const detail = issue === undefined ? '' : `${issue.path.join('.')}: ${issue.message}`
  return fail({ code: 'bad-report', path, detail })
}
