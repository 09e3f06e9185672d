import { print, toAsciiJson } from '../../text/printable.ts'
import type { GuardRender } from './guard.ts'

export const renderGuardJson: GuardRender = (report) => print`${toAsciiJson(report, 2)}\n`
