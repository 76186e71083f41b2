import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openSandbox, type Sandbox } from '../../../lab/sandbox/open.ts'
import { bodyFile } from '../../../model/recording/names.ts'
import { verifyRecording } from '../../../record/folder/verify-recording.ts'
import { type RunFolder, runFolder, type TowlineRun } from '../../cli/run-folder.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { networkOf } from '../probe/probe-folder.ts'

const SITES = ['page-429.test', 'page-403.test', 'page-12.test', 'all-three.test']
const PAGES = SITES.slice(2)

describe('pages of a survey are recorded', { skip: noBrowser }, () => {
  let sandbox: Sandbox
  let folder: RunFolder
  before(async () => {
    sandbox = await openSandbox()
    folder = await runFolder()
    const list = join(folder.path, 'list.csv')
    await writeFile(list, SITES.map((site) => `${site}\n`).join(''))
    await ok(start('crawl', '--list', list, '--survey-only', '--h3-canary', 'none'))
  })
  after(async () => {
    await folder?.[Symbol.asyncDispose]()
    await sandbox?.[Symbol.asyncDispose]()
  })

  function start(...args: string[]): TowlineRun {
    const network = networkOf(sandbox).slice(0, -2)
    const files = ['--database', folder.database, '--cache', folder.cache]
    return folder.start([...args, ...network, ...files], (argv) => sandbox.command(argv))
  }
  const record = (out: string, ...flags: string[]): TowlineRun =>
    start('record', '--from-survey', 'latest', '--serve', 'h1', '--pause', '1ms', '--out', out, ...flags)
  async function ok(run: TowlineRun): Promise<TowlineRun> {
    assert.deepEqual(await run.ended, { code: 0, signal: null }, run.stderr())
    return run
  }
  const inFolder = (...names: string[]): string => join(folder.path, ...names)

  test('one folder a site; those that ask to be left alone are waited for or parked, and not asked by the next run', async () => {
    const run = await ok(record('all', '--loads', '2'))
    assert.equal(
      run.stdout(),
      `4 sites: 2 recorded, 2 not recorded (reasons: ${join('all', 'failures.jsonl')})\n`,
    )
    assert.deepEqual((await readdir(inFolder('all'))).toSorted(), [...PAGES, 'failures.jsonl'].toSorted())
    for (const site of PAGES) {
      const { pageUrl, loads } = await verifyRecording(inFolder('all', site))
      assert.deepEqual([pageUrl, loads.length], [`https://${site}/`, 2])
    }
    const lines = (await readFile(inFolder('all', 'failures.jsonl'), 'utf8')).trimEnd().split('\n')
    const setbacks = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    const kinds = (site: string) => setbacks.flatMap(({ domain, kind }) => (domain === site ? [kind] : []))
    assert.deepEqual(kinds('page-429.test'), ['waits', 'waits', 'parked'])
    assert.deepEqual(kinds('page-403.test'), ['parked'])
    assert.equal(setbacks.length, 4)

    // A line that a killed run did not finish.
    await writeFile(inFolder('all', 'failures.jsonl'), `${lines.join('\n')}\n{"at":"20`)
    const { exchanges } = await verifyRecording(inFolder('all', 'page-12.test'))
    const body = inFolder('all', 'page-12.test', bodyFile(exchanges[0]?.body?.sha256 ?? ''))
    await writeFile(body, 'other')
    const again = await ok(record('all', '--loads', '2', '--resume'))
    assert.equal(again.stdout().split(' (')[0], '4 sites: 0 recorded, 1 complete before, 3 not recorded')
    assert.doesNotMatch(again.stderr(), /load for bodies/)
    assert.match(again.stderr(), /page-429\.test: not asked again \(parked: status 429/)
    assert.match(again.stderr(), /page-12\.test: not recorded: .*its checksum differs/)
    assert.match(await readFile(inFolder('all', 'failures.jsonl'), 'utf8'), /\n\{"at":"20\n\{"at":.*page-12/)
    assert.equal(await readFile(body, 'utf8'), 'other', 'nothing of it was touched')

    const without = record('all', '--loads', '2')
    assert.equal((await without.ended).code, 65)
    assert.match(without.stderr(), /all has folders of 2 of these sites: --resume records the others/)
  })

  test('while one site rests others are loaded; Ctrl-C stops between two loads, kill -9 anywhere, and --resume finishes the rest', async () => {
    // Nothing is ever due within the pause: all sites get their first load before the run only waits.
    const run = record('stopped', '--loads', '2', '--pause', '600s')
    const bodies = PAGES.map((site) => new RegExp(`${site}: load for bodies`))
    assert.ok(await run.until(() => bodies.every((line) => line.test(run.stderr()))), run.stderr())
    assert.doesNotMatch(run.stderr(), /for times/)
    run.interrupt()
    assert.deepEqual(await run.ended, { code: 130, signal: null }, run.stderr())
    assert.match(run.stderr(), /stopped; --resume continues\n$/)
    assert.ok(!(await readdir(inFolder('stopped'))).some((name) => name.endsWith('.towline-part')))
    assert.deepEqual(await folder.leftovers(), [])

    const killed = record('stopped', '--loads', '2', '--resume')
    assert.ok(await killed.says(/load 1 for times/), killed.stderr())
    process.kill(-killed.pid, 'SIGKILL')
    assert.equal((await killed.ended).signal, 'SIGKILL')
    const left = await readdir(inFolder('stopped'))
    assert.ok(
      left.some((name) => name.endsWith('.towline-part')),
      left.join(),
    )
    const before = left.filter((name) => SITES.includes(name))

    const resumed = await ok(record('stopped', '--loads', '2', '--resume'))
    const complete =
      before.length === 0 ? /: not asked again/ : new RegExp(`^${before.length} recordings? complete `)
    assert.match(resumed.stderr(), complete)
    for (const site of PAGES) assert.equal((await verifyRecording(inFolder('stopped', site))).loads.length, 2)
    for (const site of PAGES) assert.ok(!existsSync(inFolder('stopped', `.${site}.towline-part`)), site)
  })
})
