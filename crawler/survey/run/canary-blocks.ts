import type { Database } from '../../../db/connection/database.ts'
import { type CanaryResult, openBlocks, recordCanary } from '../../../db/survey/canaries.ts'

/** Asks a server known to speak HTTP/3. Settles by itself within seconds. */
export type Canary = () => Promise<CanaryResult>

/** One visit's place among the blocks. */
interface BlockMember {
  /** True once a failed canary casts doubt on what the visit sees of HTTP/3. */
  isVoid: boolean
}

/**
 * CRW-5: HTTP/3 that fails at our side (UDP blocked) must not count as theirs. Visits are cut into blocks between two
 * answers of the canary; where one of the two is a failure, what the block says of HTTP/3 is void. A visit that spans
 * blocks is void where any of them is.
 */
export interface CanaryBlocks {
  /** Asks the canary for the first time. Also ends blocks that dead runs of this survey left open. */
  begin(): Promise<void>
  enter(): BlockMember
  /** A visit has ended: the block that it ended in, for its record. Null where there is no canary. */
  leave(member: BlockMember): number | null
  /** Asks the canary for the last time, for the block that is not full. */
  end(): Promise<void>
}

export interface CanaryBlocksOptions {
  readonly db: Database
  readonly surveyId: number
  readonly owner: string
  readonly isDead: (owner: string) => boolean
  readonly canary: Canary
  /** Visits per block. */
  readonly every: number
  /** Aborted when the run stops: the last block then stays open for the run that resumes the survey. */
  readonly signal: AbortSignal
  readonly wallTime: () => string
  readonly flush: () => Promise<void>
  readonly onError: (error: unknown) => void
}

export function canaryBlocks(options: CanaryBlocksOptions): CanaryBlocks {
  const { db, surveyId, owner, canary, every, signal } = options
  const members = new Set<BlockMember>()
  let block: number | null = null
  let blockIsVoid = false
  let visits = 0
  let turning: Promise<void> | null = null

  /** Asks the canary, ends blocks by its answer and begins the next. */
  async function turn(closes: readonly number[], opens: boolean): Promise<void> {
    const { ok, failure, rttMs = null } = await ask(canary)
    if (signal.aborted) return
    if (!ok) {
      // Visits that end from here on are void by themselves; those that have ended are void by their block, once written.
      blockIsVoid = true
      for (const member of members) member.isVoid = true
      await options.flush()
    }
    block = await recordCanary(db, {
      surveyId,
      owner,
      checkedAt: options.wallTime(),
      ok,
      failure,
      rttMs,
      closes,
      opens,
    })
    blockIsVoid = !ok
  }

  return {
    async begin() {
      const open = await openBlocks(db, surveyId)
      const left = open.flatMap((each) => (options.isDead(each.owner) ? each.block : []))
      await turn(left, true)
    },
    enter() {
      const member = { isVoid: blockIsVoid }
      members.add(member)
      return member
    },
    leave(member) {
      members.delete(member)
      visits += 1
      if (visits >= every && turning === null && block !== null) {
        visits = 0
        turning = turn([block], true)
          .catch(options.onError)
          .finally(() => {
            turning = null
          })
      }
      return block
    },
    async end() {
      await turning
      if (block !== null && visits > 0 && !signal.aborted) await turn([block], false)
    },
  }
}

async function ask(canary: Canary): Promise<CanaryResult> {
  try {
    return await canary()
  } catch {
    // It could not even be asked: no better than no answer.
    return { ok: false, failure: 'unknown_failure' }
  }
}
