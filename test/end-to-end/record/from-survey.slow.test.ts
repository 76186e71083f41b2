import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { bodyFile } from '../../../model/recording/names.ts'
import { verifyRecording } from '../../../record/folder/verify-recording.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { opened } from '../../opened.ts'
import { endsOk, openSurveyedSites, PAGES } from './surveyed-sites.ts'

describe('pages of a survey are recorded', { skip: noBrowser }, () => {
  const surveyed = opened(openSurveyedSites)

  test('one folder a site; those that ask to be left alone are waited for or parked, and not asked by the next run', async () => {
    const run = await endsOk(surveyed.record('all', '--loads', '2'))
    assert.equal(
      run.stdout(),
      `4 sites: 2 recorded, 2 not recorded (reasons: ${join('all', 'failures.jsonl')})\n`,
    )
    assert.deepEqual(
      (await readdir(surveyed.inFolder('all'))).toSorted(),
      [...PAGES, 'failures.jsonl'].toSorted(),
    )
    for (const site of PAGES) {
      const { pageUrl, loads } = await verifyRecording(surveyed.inFolder('all', site))
      assert.deepEqual([pageUrl, loads.length], [`https://${site}/`, 2])
    }
    const lines = (await readFile(surveyed.inFolder('all', 'failures.jsonl'), 'utf8')).trimEnd().split('\n')
    const setbacks = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    const kinds = (site: string) => setbacks.flatMap(({ domain, kind }) => (domain === site ? [kind] : []))
    assert.deepEqual(kinds('page-429.test'), ['waits', 'waits', 'parked'])
    assert.deepEqual(kinds('page-403.test'), ['parked'])
    assert.equal(setbacks.length, 4)

    // A line that a killed run did not finish.
    await writeFile(surveyed.inFolder('all', 'failures.jsonl'), `${lines.join('\n')}\n{"at":"20`)
    const { exchanges } = await verifyRecording(surveyed.inFolder('all', 'page-12.test'))
    const body = surveyed.inFolder('all', 'page-12.test', bodyFile(exchanges[0]?.body?.sha256 ?? ''))
    await writeFile(body, 'other')
    const again = await endsOk(surveyed.record('all', '--loads', '2', '--resume'))
    assert.equal(again.stdout().split(' (')[0], '4 sites: 0 recorded, 1 complete before, 3 not recorded')
    assert.doesNotMatch(again.stderr(), /load for bodies/)
    assert.match(again.stderr(), /page-429\.test: not asked again \(parked: status 429/)
    assert.match(again.stderr(), /page-12\.test: not recorded: .*its checksum differs/)
    assert.match(
      await readFile(surveyed.inFolder('all', 'failures.jsonl'), 'utf8'),
      /\n\{"at":"20\n\{"at":.*page-12/,
    )
    assert.equal(await readFile(body, 'utf8'), 'other', 'nothing of it was touched')

    const without = surveyed.record('all', '--loads', '2')
    assert.equal((await without.ended).code, 65)
    assert.match(without.stderr(), /all has folders of 2 of these sites: --resume records the others/)
  })
})
