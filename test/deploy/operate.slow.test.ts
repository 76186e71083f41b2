import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { VERSION } from '../../cli/options/version.ts'
import { startServer } from '../../server/main.ts'
import { towline, towlineHere } from '../cli/towline.ts'
import { copyFixture } from '../server/fixture-template.ts'
import { testFolder } from '../test-folder.ts'
import { deployFile, towlineArguments, unitValues, withReplaced } from './deploy-files.ts'
import { diskGrowth } from './disk-growth.ts'
import { startUnitServer, type UnitServer } from './unit-server.ts'

const DOCUMENT = await readFile(join(import.meta.dirname, '../../docs/operate.md'), 'utf8')

const folder = testFolder()
let database: string
let web: string
/** What the unit runs, over a database with the fixture. */
let server: UnitServer
before(async () => {
  ;[database, web] = [join(folder, 'towline.sqlite'), join(folder, 'web')]
  await mkdir(web)
  await writeFile(join(web, 'index.html'), '<!doctype html><title>dashboard</title>')
  await copyFixture(database)
  server = await startUnitServer(database, ['--web', web])
})
after(async () => {
  await server[Symbol.asyncDispose]()
})

test('docs/operate.md names every count of ours, and none that /metrics does not have', async () => {
  const metrics = await (await fetch(`http://127.0.0.1:${server.operatorPort}/metrics`)).text()
  const there = new Set(Array.from(metrics.matchAll(/^# TYPE (\S+) /gm), ([, name]) => name))
  const cited = Array.from(DOCUMENT.matchAll(/`((?:towline|process|nodejs)_\w+)`/g), ([, name]) => name)
  assert.ok(cited.length >= 9)
  assert.deepEqual(
    cited.filter((name) => !there.has(name)),
    [],
  )
  const ours = [...there].filter((name) => name?.startsWith('towline_'))
  assert.deepEqual(
    ours.filter((name) => !cited.includes(name)),
    [],
  )
  assert.equal((await fetch(`http://127.0.0.1:${server.port}/healthz`)).status, 200)
})

test('what the nightly unit copies while the server runs can be restored and served', async (t) => {
  const backups = join(folder, 'backups')
  await mkdir(backups)
  const [command = ''] = unitValues(deployFile('systemd/towline-backup.service'), 'ExecStart')
  const args = towlineArguments(withReplaced(command, { '/var/backups/towline': backups }))
  const copied = await towline(args, { cwd: folder, env: { DATABASE_URL: database } })
  assert.equal(copied.code, 0, copied.stderr)
  const [name = ''] = await readdir(backups)
  const drill = join(folder, 'drill.sqlite')
  const restored = await towlineHere(t, ['restore', join(backups, name), '--database', drill])
  assert.equal(restored.code, 0, restored.stderr)
  await using again = await startServer({
    ...{ database: drill, host: '127.0.0.1', port: 0, webFolder: web, toolVersion: VERSION },
    log: pino({ level: 'silent' }),
    clock: () => performance.now(),
    now: () => new Date().toISOString(),
  })
  for (const path of ['meta', 'surveys', 'campaigns', 'ranking?arm=h3', 'lab/runs', 'field']) {
    const [first, second] = await Promise.all(
      [`http://127.0.0.1:${server.port}`, again.address].map(async (address) =>
        (await fetch(`${address}/api/v1/${path}`)).json(),
      ),
    )
    assert.deepEqual(second, first, path)
  }
})

test('the disk figures of docs/operate.md are those that are measured', async () => {
  const measured = Object.values(await diskGrowth(folder))
  const [, section = ''] = DOCUMENT.split('\n## Disk\n')
  const stated = Array.from(section.matchAll(/^\| .* \| ([\d.]+) kB \|/gm), ([, kB]) => 1_000 * Number(kB))
  assert.equal(stated.length, measured.length)
  stated.forEach((bytes, i) => {
    const ratio = bytes / (measured[i] ?? 0)
    assert.ok(ratio > 0.8 && ratio < 1.25, `${bytes} bytes are stated, ${measured[i]} measured`)
  })
})
