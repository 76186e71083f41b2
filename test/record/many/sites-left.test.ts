import assert from 'node:assert/strict'
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { RECORDING_JSON } from '../../../model/recording/names.ts'
import { logSetback, readSetbacks } from '../../../record/many/setback-log.ts'
import { sitesLeft } from '../../../record/many/sites-left.ts'
import { testFolder } from '../../test-folder.ts'
import { sampleRecording, writeSample } from '../sample-recording.ts'

const folder = testFolder()

const site = (domain: string, url = `https://${domain}/`) => ({ domain, url, folder: join(folder, domain) })

test('a site is complete where its recording is whole and of its page; what is half-written counts as nothing', async () => {
  const recording = sampleRecording()
  for (const name of ['whole.test', 'damaged.test', 'other.test']) await writeSample(join(folder, name))
  await appendFile(join(folder, 'damaged.test', RECORDING_JSON), '\n')
  await mkdir(join(folder, '.half.test.towline-part', 'bodies'), { recursive: true })
  await mkdir(join(folder, 'empty.test'))
  await writeFile(join(folder, 'file.test'), '')
  const [whole, damaged] = [site('whole.test', recording.pageUrl), site('damaged.test', recording.pageUrl)]
  const [half, empty] = [site('half.test'), site('empty.test')]
  const found = await sitesLeft([whole, damaged, site('other.test'), half, empty, site('file.test')])
  assert.deepEqual(found.complete, [whole])
  assert.deepEqual(found.left, [half, empty])
  assert.deepEqual(
    found.damaged.map(({ site: { domain }, why }) => [
      domain,
      /checksum|another page|not readable/.exec(why)?.[0],
    ]),
    [
      ['damaged.test', 'checksum'],
      ['other.test', 'another page'],
      ['file.test', 'not readable'],
    ],
  )
})

test('a log of setbacks says who is not asked again, and survives a line that was not finished', async () => {
  const file = join(folder, 'failures.jsonl')
  assert.deepEqual(await readSetbacks(file), new Map())
  const at = new Date('2026-11-23T10:00:00Z')
  const log = (domain: string, kind: 'waits' | 'parked' | 'failed', waitMs: number | null = null) =>
    logSetback(file, site(domain), { kind, why: 'status 429', waitMs }, at)
  await log('a.test', 'waits', 1_000)
  await log('a.test', 'waits', 60_000)
  await log('b.test', 'failed')
  await appendFile(file, '{"at":"2026-')
  await log('c.test', 'parked')
  assert.equal((await readFile(file, 'utf8')).split('\n').length, 6)
  assert.deepEqual(
    [...(await readSetbacks(file))],
    [
      ['a.test', { ended: null, strikes: 2, untilMs: at.getTime() + 60_000 }],
      ['b.test', { ended: null, strikes: 0, untilMs: at.getTime() }],
      ['c.test', { ended: 'parked: status 429', strikes: 0, untilMs: at.getTime() }],
    ],
  )
})
