import type { GroupCommit } from '../../../db/connection/group-commit.ts'
import type { ClaimedSite } from '../../../db/survey/site-leases.ts'
import type { OperationRow } from '../../../model/operation.ts'
import { unknownFacts } from '../facts/unknown-facts.ts'
import type { CanaryBlocks } from './canary-blocks.ts'
import { collectGarbage } from './collect-garbage.ts'
import { brokenVisit, type FinishedVisit, finishedVisit } from './finished-visit.ts'
import type { RunSurveyOptions, VisitContext } from './run-options.ts'
import { type Slots, slots } from './slots.ts'
import { type StandstillWatch, undisturbed } from './standstill.ts'

interface SiteVisitorOptions
  extends Pick<RunSurveyOptions, 'surveyId' | 'visit' | 'admit' | 'clock' | 'perAddress'> {
  readonly signal: AbortSignal
  readonly wallTime: () => string
  readonly standstills: StandstillWatch
  /** Is null where there is no canary. */
  readonly blocks: CanaryBlocks | null
  readonly writer: Pick<GroupCommit<FinishedVisit>, 'add'>
  /** Called with what a visit met. */
  readonly onVisited?: (rows: readonly OperationRow[]) => void
  /** Slots by address, where they are shared with other runs. Default: this visitor's, of `perAddress` holders. */
  readonly addressSlots?: Slots
}

/** Visits single sites and hands their results to the writer. */
export class SiteVisitor {
  readonly #options: SiteVisitorOptions
  readonly #context: VisitContext

  constructor(options: SiteVisitorOptions) {
    this.#options = options
    this.#context = {
      signal: options.signal,
      addressSlots: options.addressSlots ?? slots(options.perAddress ?? 2),
    }
  }

  /** Resolves to false where the run was stopped, and nothing is recorded. */
  async visit(site: ClaimedSite): Promise<boolean> {
    return await this.#visit(site, async () => {})
  }

  /** Visits a suspect: also what it leaves behind is destroyed before the next visit. */
  async visitSuspect(site: ClaimedSite): Promise<boolean> {
    return await this.#visit(site, collectGarbage)
  }

  async #visit(site: ClaimedSite, cleanUp: () => Promise<void>): Promise<boolean> {
    const { surveyId, visit, admit, clock, signal, wallTime, standstills, blocks, writer } = this.#options
    await admit?.()
    const member = blocks?.enter() ?? { isVoid: false }
    let visitedAt = wallTime()
    let startMs = clock()
    const outcome = await attempt(() =>
      undisturbed(standstills, signal, () => {
        visitedAt = wallTime()
        startMs = clock()
        return visit(site, this.#context)
      }),
    )
    const durationMs = clock() - startMs
    await cleanUp()
    const block = blocks?.leave(member) ?? null
    if (signal.aborted) return false
    if ('value' in outcome) this.#options.onVisited?.(outcome.value.rows)
    const record = { surveyId, rank: site.rank, visitedAt, durationMs, block, h3Void: member.isVoid }
    writer.add('error' in outcome ? brokenVisit(record, outcome.error) : finishedVisit(record, outcome.value))
    return true
  }

  /** Records a site at which workers have died too often, without visiting it. */
  giveUp({ rank }: ClaimedSite): void {
    const { surveyId, wallTime, writer } = this.#options
    const record = { surveyId, rank, visitedAt: wallTime(), durationMs: null, block: null, h3Void: false }
    writer.add(finishedVisit(record, { rows: [], facts: unknownFacts('poison') }))
  }
}

async function attempt<T>(
  work: () => Promise<T>,
): Promise<{ readonly value: T } | { readonly error: unknown }> {
  try {
    return { value: await work() }
  } catch (error) {
    return { error }
  }
}
