import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { verifyRecording } from '../../../record/folder/verify-recording.ts'
import { recordPage } from '../../../record/live/record-page.ts'
import type { RecordPageOptions } from '../../../record/live/record-page-options.ts'
import { hardRecorder, noRecorder } from './hard-recorder.ts'
import { H1, H2 } from './hard-site.ts'

test('a host that the policy refuses is asked in no load, a host that first shows in a later one not again', {
  skip: noRecorder,
}, async () => {
  await using recorder = await hardRecorder()
  const { site, folder, options } = recorder
  const third = (): string[] =>
    site.served.flatMap(({ url }) => (url.startsWith(`${H1}/third/`) ? url.slice(`${H1}/third/`.length) : []))
  const whyNot: RecordPageOptions['whyNot'] = async ({ hostname }) =>
    hostname === 'h1.pages.test' ? 'its host is on the opt-out list' : null
  await recordPage(`${H2}/third-party`, join(folder, 'third'), options({ whyNot }))
  assert.deepEqual(third(), [])
  const { leftOut, loads } = await verifyRecording(join(folder, 'third'))
  assert.deepEqual(
    leftOut.map(({ url, why }) => [url.slice(`${H1}/third/`.length), why]).toSorted(),
    ['data', 'frame', 'picture.png', 'redirected.png'].map((name) => [
      name,
      'its host is on the opt-out list',
    ]),
  )
  assert.equal(loads.length, 3)
  const asked: string[][] = []
  const say = (): void => void asked.push(third())
  await recordPage(`${H2}/later-third-party`, join(folder, 'later'), options({ whyNot, say }))
  assert.deepEqual(asked[0], [])
  assert.ok((asked[1]?.length ?? 0) > 0)
  // None came in the third load as well.
  assert.deepEqual(third().toSorted(), [...new Set(third())].toSorted())
})
