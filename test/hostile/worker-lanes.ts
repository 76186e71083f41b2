import assert from 'node:assert/strict'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { campaignLane } from '../../cli/fleet/campaign-lane.ts'
import { replayLane } from '../../cli/fleet/replay-lane.ts'
import { surveyLane } from '../../cli/fleet/survey-lane.ts'
import type { WorkerCommandOptions } from '../../cli/fleet/worker-options.ts'
import type { Slots } from '../../crawler/survey/run/slots.ts'
import type { Database } from '../../db/connection/database.ts'
import type { Lane } from '../../fleet/worker/run-worker.ts'
import { temporaryFolder } from '../cli/towline.ts'

export const CONTACT = 'https://us.test/crawl'

/** Whoever gets as far as this visits a site. */
const NO_VISIT: Slots = { size: 0, acquire: () => assert.fail('a site was to be visited') }

/** The lanes of a worker that its owner has started with some bounds. */
export async function openLanes(db: Database, url: string) {
  await using resources = new AsyncDisposableStack()
  const folder = resources.use(await temporaryFolder())
  const recordings = join(folder.path, 'recordings')
  await mkdir(join(recordings, 'shop'), { recursive: true })
  await symlink('/etc', join(recordings, 'out'))
  await symlink('/etc/passwd', join(recordings, 'shop/out'))
  const options: WorkerCommandOptions = {
    ...{ contact: CONTACT, robots: true, allowAddress: ['127.0.0.0/8'], recordings, cache: folder.path },
    ...{ vantage: 'here', takes: ['survey', 'campaign', 'replay'], database: url, resolver: ['127.0.0.1:9'] },
    ...{ reference: [], concurrency: 1, perAddress: 2, maxMemory: 1e9 },
  }
  const shared = { db, url, options, say: () => {}, warn: () => {} }
  const slots = { addressSlots: NO_VISIT, siteSlots: NO_VISIT }
  const lanes = {
    survey: resources.use(surveyLane({ ...shared, ...slots, stop: new AbortController().signal })),
    campaign: campaignLane({ ...shared, ...slots }),
    replay: replayLane(shared),
  }
  const owned = resources.move()
  return { options, lanes, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** Has a lane do a job; resolves to why it refused, or to null where the job was done. */
export async function refusal(lane: Lane, data: unknown): Promise<string | null> {
  let isDone = false
  try {
    await lane.work({
      ...{ id: '00000000-0000-0000-0000-000000000001', queue: lane.queue, data, attempt: 0 },
      signal: new AbortController().signal,
      async complete() {
        isDone = true
      },
    })
    return null
  } catch (error) {
    assert.ok(error instanceof Error && !(error instanceof assert.AssertionError), String(error))
    assert.ok(!isDone, 'the job was done')
    return error.message
  }
}
