import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Followed, followed } from '../../server/followed.ts'
import { asking } from './asking.ts'
import { FIGURES } from './figures.ts'
import { type Released, released } from './released.ts'

let server: Followed
let set: Released

before(async () => {
  server = await followed()
  set = await released(server.database)
})
after(async () => {
  await set[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

for (const name of ['adoption-trend', 'adoption-common', 'adoption-changes'])
  test(`over several surveys and vantage points queries/${name}.sql gives what the dashboard shows`, async () => {
    const rows = await set.query(await readFile(join(set.folder, 'queries', `${name}.sql`), 'utf8'))
    assert.equal(new Set(rows.map(({ vantage }) => vantage)).size, 2)
    await FIGURES[name]?.compare(rows, asking(server.address))
  })
