import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { ClassifyLine } from '../../src/report/classify-line.ts'
import { CountDocument } from '../../src/report/count-document.ts'
import { Report } from '../../src/report/model.ts'
import { run } from '../setup/stage.ts'

const SAMPLES = ['preflight-story', 'hook-denials', 'damaged', 'empty']
const WIDTHS = [80, 120]

async function validatorOf(name: string): Promise<(document: unknown) => string> {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const validate = ajv.compile(JSON.parse((await run(['schema', name])).stdout))
  return (document) => (validate(document) ? '' : ajv.errorsText(validate.errors))
}

describe.each(SAMPLES)('the report of %s', (sample) => {
  const path = `sample-ledgers/${sample}.jsonl`

  it.each(WIDTHS)('reads at %i columns as it was looked at', async (width) => {
    const { stdout, stderr } = await run([path, '--color', 'never'], { terminal: width })
    await expect(stdout + stderr).toMatchFileSnapshot(`../golden/${sample}.${width}.txt`)
    const tooWide = stdout.split('\n').filter((line) => [...line].length > width)
    expect(tooWide).toEqual([])
  })

  it('is the same document as before', async () => {
    const { stdout } = await run([path, '--json'])
    await expect(stdout).toMatchFileSnapshot(`../golden/${sample}.json`)
  })

  it('is valid by the schema that is published, and adds up', async () => {
    const report = JSON.parse((await run([path, '--json', '--top', '3'])).stdout)
    expect((await validatorOf('report'))(report)).toBe('')
    expect(Report.parse(report)).toEqual(report)
    const { totals, selected, clusters, rest } = report
    expect(totals.lines).toBe(totals.records + totals.blank + totals.malformed)
    expect(totals.records).toBe(totals.synthetic + totals.real + totals.unattributed)
    for (const key of ['synthetic', 'real', 'unattributed', 'count']) {
      const shown = clusters.reduce(
        (sum: number, cluster: Record<string, number>) => sum + (cluster[key] ?? 0),
        0,
      )
      expect(shown + rest[key]).toBe(key === 'count' ? selected.records : selected[key])
    }
    for (const cluster of clusters) {
      const inBuckets = cluster.buckets.reduce(
        (sum: number, bucket: Record<string, number>) =>
          sum + (bucket.synthetic ?? 0) + (bucket.real ?? 0) + (bucket.unattributed ?? 0),
        0,
      )
      expect(inBuckets).toBe(cluster.count)
      const byReason = Object.values<number>(cluster.reasons).reduce((sum, count) => sum + count, 0)
      expect(byReason).toBe(cluster.count)
    }
  })

  it('has figures and lines that are valid too', async () => {
    const figures = JSON.parse((await run(['count', path, '--json'])).stdout)
    expect((await validatorOf('count'))(figures)).toBe('')
    expect(CountDocument.parse(figures)).toEqual(figures)
    const validate = await validatorOf('classify')
    for (const line of (await run(['classify', path])).stdout.split('\n').slice(0, -1)) {
      expect(validate(JSON.parse(line))).toBe('')
      expect(ClassifyLine.parse(JSON.parse(line))).toEqual(JSON.parse(line))
    }
  })
})
