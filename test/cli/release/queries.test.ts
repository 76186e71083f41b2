import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { QUERIES } from '../../../cli/release/queries/queries.ts'
import { ANSWERED, endpointOf } from './answered.ts'
import type { Ask } from './asking.ts'
import { FIGURES } from './figures.ts'
import type { Released } from './released.ts'
import { releasedDemo } from './released-and-served.ts'

const resources = new AsyncDisposableStack()
let set: Released
let ask: Ask

before(async () => {
  const demo = resources.use(await releasedDemo())
  set = demo.set
  ask = demo.ask
})
after(() => resources.disposeAsync())

test('every query is compared with the dashboard', () => {
  assert.deepEqual(Object.keys(FIGURES).sort(), QUERIES.map(({ name }) => name).sort())
})

for (const { name, figure } of QUERIES)
  test(`queries/${name}.sql gives what the dashboard shows, to the last digit (${figure})`, async () => {
    const rows = await set.query(await readFile(join(set.folder, 'queries', `${name}.sql`), 'utf8'))
    const asked = new Set<string | null>()
    await FIGURES[name]?.(rows, (path) => {
      asked.add(endpointOf(path))
      return ask(path)
    })
    for (const [endpoint, { queries }] of Object.entries(ANSWERED))
      if (queries.includes(name)) assert.ok(asked.has(endpoint), `it is not compared with ${endpoint}`)
  })
