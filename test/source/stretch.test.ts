import { describe, expect, it } from 'vitest'
import { readStretch } from '../../src/source/stretch.ts'
import { sourceOf } from '../setup/helpers.ts'

const TEXT = '0123456789abcdef'

describe('readStretch', () => {
  it('gives the same bytes whatever the sizes of the chunks', async () => {
    for (const size of [1, 3, 4, 5, 100])
      expect((await readStretch(sourceOf(TEXT, size), 4, 7)).toString()).toBe('456789a')
  })

  it('gives fewer where the input ends before', async () => {
    expect((await readStretch(sourceOf(TEXT, 5), 12, 9)).toString()).toBe('cdef')
    expect((await readStretch(sourceOf(TEXT, 5), 20, 9)).length).toBe(0)
  })

  it('reads no further than it has to', async () => {
    let chunks = 0
    const source = {
      ...sourceOf(TEXT),
      *chunks() {
        for (const part of ['0123', '4567', '89ab']) {
          chunks += 1
          yield Buffer.from(part)
        }
      },
    }
    await readStretch(source, 2, 6)
    expect(chunks).toBe(2)
  })

  it('asks for the bytes where that can be done', async () => {
    const readAt = (offset: number, length: number): Buffer => Buffer.from(`${offset}+${length}`)
    expect((await readStretch({ ...sourceOf(TEXT), readAt }, 4, 7)).toString()).toBe('4+7')
  })
})
