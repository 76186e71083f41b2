import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import type { Har } from 'har-format'
import type { StoredArtifact } from '../../../db/campaign/artifacts.ts'
import { setReplayMark, withReplayFacts } from '../../../har/replay-mark.ts'
import { harEntry } from '../../crawler/metrics/observed.ts'

/** The HAR of a replayed load: exchange 0 waits as long as live, 1 longer, and 2 receives for longer. */
export function replayedHar(waitedMs = 190): Har {
  const given = [
    { url: 'https://www.example.com/?q=1', mark: 'url 0 99.1', wait: 99.5, receive: 5 },
    { url: 'https://www.example.com/late.js?v=2', mark: 'query 1', wait: waitedMs - 0.5, receive: 10 },
    { url: 'https://www.example.com/big.png', mark: 'url 2', wait: 49.5, receive: 70 },
    { url: 'https://www.example.com/untimed', mark: 'url 3', wait: 10, receive: 1 },
    { url: 'https://www.example.com/missed', mark: 'miss 1', wait: 10, receive: 1 },
  ]
  const entries = given.map(({ url, mark, wait, receive }) => {
    const entry = harEntry({ url, timings: { send: 0.5, wait, receive } })
    setReplayMark(entry, mark)
    return entry
  })
  const answer = { thinkMs: 0, bodyBytes: 100 }
  const answers = [
    { id: 0, ...answer, live: { waitedMs: 100, receivedMs: 5 } },
    { id: 1, ...answer, live: { waitedMs: 120, receivedMs: 12 } },
    { id: 2, ...answer, live: { waitedMs: 50, receivedMs: 100 } },
    { id: 3, ...answer },
  ]
  const log = { version: '1.2', creator: { name: '', version: '' }, entries }
  return withReplayFacts({ log }, { answers, unanswered: [] })
}

export async function storedHar(har: Har): Promise<StoredArtifact> {
  const text = Buffer.from(JSON.stringify(har))
  return { kind: 'har', encoding: 'zstd', bytes: await promisify(zstdCompress)(text), sizeBytes: text.length }
}
