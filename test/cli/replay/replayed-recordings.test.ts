import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { replayedRecordings } from '../../../cli/replay/replayed-recordings.ts'
import { conditionWith } from '../../../lab/link/condition/profiles.ts'
import type { Recording } from '../../../model/recording/recording.ts'
import { sampleRecording, writeSample } from '../../record/sample-recording.ts'
import { testFolder } from '../../test-folder.ts'

const [SLOW, FAST] = [
  conditionWith({ rttMs: 100, downMbps: 1 }),
  conditionWith({ rttMs: 10, lossDown: 0.01 }),
]

const folder = testFolder()
before(async () => {
  await writeSample(join(folder, 'slow'), behind({ condition: SLOW, measured: { rtt: 1 } }))
  await writeSample(join(folder, 'fast'), behind({ condition: FAST }))
  await writeSample(join(folder, 'trace'), behind({ condition: { ...FAST, downTrace: 'phone.down' } }))
})

const behind = (link: Recording['link']): Recording => sampleRecording({ link })
const inFolder = (...names: string[]): string[] => names.map((name) => join(folder, name))

test('without links each recording is replayed over the one that it was recorded behind', async () => {
  const recordings = await replayedRecordings(inFolder('slow', 'fast'), [])
  assert.deepEqual(
    recordings.map(({ links }) => links),
    [[SLOW], [FAST]],
  )
})

test('links that are given are those of all recordings', async () => {
  const recordings = await replayedRecordings(inFolder('slow', 'trace'), [FAST, SLOW])
  assert.deepEqual(
    recordings.map(({ links }) => links),
    [
      [FAST, SLOW],
      [FAST, SLOW],
    ],
  )
})

test('a delivery trace lies where the page was recorded: another link has to be given', async () => {
  await assert.rejects(replayedRecordings(inFolder('trace'), []), /does not say over which link/)
})

test('the log beside recordings of a survey is none of them', async () => {
  const recordings = await replayedRecordings(inFolder('failures.jsonl', 'slow'), [])
  assert.deepEqual(
    recordings.map(({ path }) => path),
    inFolder('slow'),
  )
  await assert.rejects(replayedRecordings(inFolder('failures.jsonl'), [FAST]), /none of the folders/)
})
