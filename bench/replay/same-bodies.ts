import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { LinkCondition } from '../../lab/link/condition/link.ts'
import { planOfFiles } from '../../lab/plan/plan-of-files.ts'
import { type Lab, openLab } from '../../lab/run/open-lab.ts'
import type { Exchange } from '../../model/recording/exchange.ts'
import type { Recording } from '../../model/recording/recording.ts'
import { REPLAY_FIELD } from '../../model/recording/replay-facts.ts'
import { verifyRecording } from '../../record/folder/verify-recording.ts'
import type { ReplayRecordOrder } from './replay-record-order.ts'

/** How the bodies of a replayed load compare with the recorded ones, decoded. */
export interface SameBodies {
  /** Answers of which both bodies are known. */
  readonly compared: number
  readonly equal: number
  /** Exchanges of the recording whose replayed body is another. */
  readonly different: readonly number[]
}

const PROGRAM = join(import.meta.dirname, '../../scripts/record-replay.ts')
/** One load behind the link, with time to spare for a busy machine. */
const LIMIT_MS = 180_000

export interface BodyLab extends AsyncDisposable {
  /**
   * Replays one of its recordings once and records that load, bodies included. HTTP/1.1 and HTTP/2 alone: the load for
   * bodies has no HTTP/3 under a root that is not public; the same server gives the same files by all three.
   */
  sameBodies(folder: string): Promise<SameBodies>
}

export async function openBodyLab(
  folders: readonly string[],
  { link, cacheDir, signal }: { link: LinkCondition; cacheDir: string; signal: AbortSignal },
): Promise<BodyLab> {
  const recordings = folders.map((path) => ({ path, links: [link] }))
  const plan = planOfFiles('browser', recordings, { arms: ['h2'], rounds: 1, pauseMs: 0, seed: 1 })
  const lab = await openLab({
    ...{ plan, lanes: 1, cacheDir, database: '', capture: false, runnerProgram: '' },
    ...{ inRealTime: false, signal },
  })
  return {
    async sameBodies(folder) {
      const cell = plan.cells[folders.indexOf(folder)]
      if (cell === undefined) throw new Error(`${folder} gives no cell`)
      const scratch = await mkdtemp(join(tmpdir(), 'towline-bodies-'))
      try {
        const [lane] = lab.lanes
        await lane?.prepare({ ...(await lab.settingOf(cell, 0)), seed: 1 })
        const recording = await verifyRecording(folder)
        const again = join(scratch, 'again')
        const { pageUrl: url, seed } = recording
        const [{ hosts }] = lab.variantsOf(cell)
        await recordInLab(lab, { url, out: again, caFile: lab.caFile, drawSeed: seed ?? null, hosts }, signal)
        return compareBodies(recording, await verifyRecording(again))
      } finally {
        await rm(scratch, { recursive: true, force: true })
      }
    },
    [Symbol.asyncDispose]: () => lab[Symbol.asyncDispose](),
  }
}

/** Runs the program that records at the client's end of the lab. */
async function recordInLab(lab: Lab, order: ReplayRecordOrder, signal: AbortSignal): Promise<void> {
  const argv = [process.execPath, PROGRAM, JSON.stringify(order)]
  const [program = '', ...rest] = lab.lanes[0]?.clientCommand(argv) ?? []
  const child = spawn(program, rest, {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]),
  })
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  if (code !== 0) throw new Error(`the replay was not recorded: ${stderr.trim()}`)
}

function compareBodies(recorded: Recording, again: Recording): SameBodies {
  const pairs = again.exchanges.flatMap((exchange) => {
    const original = recorded.exchanges[recordedId(exchange) ?? -1]
    const [wanted, got] = [original?.body?.decodedSha256, exchange.body?.decodedSha256]
    if (original === undefined || wanted == null || got == null) return []
    // What broke off in either has no whole body to compare.
    return original.failure === null && exchange.failure === null
      ? { id: original.id, same: wanted === got }
      : []
  })
  return {
    compared: pairs.length,
    equal: pairs.filter(({ same }) => same).length,
    different: pairs.flatMap(({ id, same }) => (same ? [] : id)),
  }
}

/** `towline-replay: url 12` */

function recordedId({ responseHeaders }: Exchange): number | null {
  const mark = responseHeaders.find(([name]) => name.toLowerCase() === REPLAY_FIELD)?.[1]
  const [rung, id] = mark?.split(' ') ?? []
  return rung === undefined || rung === 'miss' || id === undefined ? null : Number(id)
}
