import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { verifyRecording } from '../../../record/folder/verify-recording.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { opened } from '../../opened.ts'
import { endsOk, openSurveyedSites, PAGES, SITES } from './surveyed-sites.ts'

describe('a recording of the pages of a survey that is stopped', { skip: noBrowser }, () => {
  const surveyed = opened(openSurveyedSites)

  test('while one site rests others are loaded; Ctrl-C stops between two loads, kill -9 anywhere, and --resume finishes the rest', async () => {
    // Nothing is ever due within the pause: all sites get their first load before the run only waits.
    const run = surveyed.record('stopped', '--loads', '2', '--pause', '600s')
    const bodies = PAGES.map((site) => new RegExp(`${site}: load for bodies`))
    assert.ok(await run.until(() => bodies.every((line) => line.test(run.stderr()))), run.stderr())
    assert.doesNotMatch(run.stderr(), /for times/)
    run.interrupt()
    assert.deepEqual(await run.ended, { code: 130, signal: null }, run.stderr())
    assert.match(run.stderr(), /stopped; --resume continues\n$/)
    assert.ok(!(await readdir(surveyed.inFolder('stopped'))).some((name) => name.endsWith('.towline-part')))
    assert.deepEqual(await surveyed.leftovers(), [])

    const killed = surveyed.record('stopped', '--loads', '2', '--resume')
    assert.ok(await killed.says(/load 1 for times/), killed.stderr())
    process.kill(-killed.pid, 'SIGKILL')
    assert.equal((await killed.ended).signal, 'SIGKILL')
    const left = await readdir(surveyed.inFolder('stopped'))
    assert.ok(
      left.some((name) => name.endsWith('.towline-part')),
      left.join(),
    )
    const before = left.filter((name) => SITES.includes(name))

    const resumed = await endsOk(surveyed.record('stopped', '--loads', '2', '--resume'))
    const complete =
      before.length === 0 ? /: not asked again/ : new RegExp(`^${before.length} recordings? complete `)
    assert.match(resumed.stderr(), complete)
    for (const site of PAGES)
      assert.equal((await verifyRecording(surveyed.inFolder('stopped', site))).loads.length, 2)
    for (const site of PAGES)
      assert.ok(!existsSync(surveyed.inFolder('stopped', `.${site}.towline-part`)), site)
  })
})
