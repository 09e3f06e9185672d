import { expect, it } from 'vitest'
import { preflight } from './preflight.ts'

it('starts with a complete manifest', () => {
  expect(preflight(['dynamic-context', 'prompt', 'tasks']).status).toBe(0)
})

it('refuses a partial manifest', () => {
  expect(preflight(['prompt']).status).toBe(78)
})
