import assert from 'node:assert/strict'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { WEB_FOLDER } from '../../../cli/data/serve.ts'
import { RECORDED } from '../../../cli/demo/recorded.ts'
import { VERSION } from '../../../cli/options/version.ts'
import { QUERIES } from '../../../cli/release/queries/queries.ts'
import { startReadOnlyServer } from '../../../server/read-only-server.ts'
import { temporaryFolder } from '../towline.ts'
import { type Ask, asking, FIGURES } from './figures.ts'
import { type Released, released } from './released.ts'

const resources = new AsyncDisposableStack()
let set: Released
let ask: Ask

before(async () => {
  const folder = resources.use(await temporaryFolder())
  const database = join(folder.path, 'towline.sqlite')
  await copyFile(RECORDED, database)
  const server = resources.use(
    await startReadOnlyServer({
      ...{ database, webFolder: WEB_FOLDER, toolVersion: VERSION, recorded: true },
      log: pino({ level: 'silent' }),
      clock: () => performance.now(),
      now: () => new Date().toISOString(),
    }),
  )
  ask = asking(server.address)
  set = resources.use(await released(database))
})
after(() => resources.disposeAsync())

test('every query is compared with the dashboard', () => {
  assert.deepEqual(Object.keys(FIGURES).sort(), QUERIES.map(({ name }) => name).sort())
})

for (const { name, figure } of QUERIES)
  test(`queries/${name}.sql gives what the dashboard shows, to the last digit (${figure})`, async () => {
    const rows = await set.query(await readFile(join(set.folder, 'queries', `${name}.sql`), 'utf8'))
    await FIGURES[name]?.compare(rows, ask)
  })
