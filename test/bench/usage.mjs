// Preloaded into a measured process: writes what it cost, user and system CPU time of all its threads and its peak
// memory, to the file that BENCH_USAGE names.
import { writeFileSync } from 'node:fs'

process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  const { maxRSS } = process.resourceUsage()
  writeFileSync(
    process.env.BENCH_USAGE ?? '/dev/null',
    JSON.stringify({ cpu: (user + system) / 1e6, mebibytes: maxRSS / 1024 }),
  )
})
