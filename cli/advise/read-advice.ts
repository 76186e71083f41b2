import type { AdviceDocument, WhatIfAdvice } from '../../advise/advice-document.ts'
import { answerSentence } from '../../advise/answer.ts'
import type { WhatIf } from '../../advise/what-if.ts'
import { WHAT_IFS } from '../../advise/what-ifs.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { conditionText } from '../../lab/link/condition/condition-text.ts'
import type { LinkCondition } from '../../lab/link/condition/link.ts'
import type { MeasuredLabCell } from '../../lab/run/measured-cells.ts'
import { gainOutcome } from '../../stats/comparison/gain-outcome.ts'
import type { CheckReport } from '../check/check-report.ts'
import { leftOutSentences, verdictSentences } from '../check/check-words.ts'
import { pageHosts } from '../check/page-hosts.ts'
import type { ShownLoad } from '../check/shown-load.ts'
import { VERSION } from '../options/version.ts'
import { baselineOf } from '../probe/baseline.ts'
import { adviceAssertions } from './advice-assertion.ts'
import { advicePlan, hasOwnCells, whatIfArms } from './advice-plan.ts'
import { adviceSteps } from './advice-steps.ts'
import type { AdviceRun, AdviceState } from './advise-state.ts'
import { faithfulSentences } from './faithful.ts'
import type { Known } from './known.ts'
import { notShown } from './not-shown.ts'
import { readCells, replayedNetworks, whatIfResults } from './read-replays.ts'

interface ReadContext {
  readonly folder: string
  readonly database: string
  readonly state: AdviceState
  /** Is null where there are no live loads. */
  readonly report: CheckReport | null
  /** Is null where there is no recording. */
  readonly known: Known | null
  readonly end: AdviceDocument['state']
  /** Says what ended replays before their time; null: nothing did. */
  readonly fault: string | null
  /** Loads of the recording, in the browser. */
  readonly replayed: readonly ShownLoad[]
  readonly asserts: readonly string[]
}

/** A run with what was measured of it. */
interface ReadRun {
  readonly run: AdviceRun
  readonly cells: readonly MeasuredLabCell[]
}

/** Everything that an advice has found out so far. */
export async function readAdvice(context: ReadContext): Promise<AdviceDocument> {
  const { database, state, report, known, end } = context
  await using db = report === null ? null : await openDatabase({ url: database, readOnly: true })
  const runs: ReadRun[] = []
  for (const run of state.runs)
    if (db !== null && run.labRunId !== null) runs.push({ run, cells: await readCells(db, run.labRunId) })
  const replays = replaysOf(context, runs)
  const whatIfs = known === null ? [] : whatIfAdvice(known, runs)
  const facts = report?.facts ?? null
  const last = report?.loads.find(({ arm }) => arm === 'h3') ?? report?.loads.at(-1)
  const baseline = known?.baseline ?? null
  const main = replays?.networks ?? []
  const document: AdviceDocument = {
    format: 'towline-advice/1',
    towline: VERSION,
    url: report?.url ?? state.url,
    startedAt: state.startedAt,
    state: end,
    internet: state.internet,
    browser: report?.campaign.browserVersion ?? null,
    answer: answerSentence(
      'h3',
      baseline ?? (facts?.h2 === false ? 'h1' : 'h2'),
      main.flatMap(({ network, arms }) =>
        arms.filter(({ arm }) => arm === 'h3').map((arm) => ({ ...arm, network })),
      ),
      state.notRecorded ?? context.fault ?? undefined,
    ),
    advice: [],
    baseline,
    speaks: {
      h1: facts?.h1 ?? null,
      h2: facts?.h2 ?? null,
      h3: facts?.h3 ?? null,
      h3ByAltSvc: facts?.h3ClaimedAltSvc ?? null,
      h3ByDns: facts?.h3ClaimedDns ?? null,
    },
    hosts:
      last === undefined
        ? null
        : pageHosts(last).map(({ host, requests, protocols }) => ({
            host,
            requests,
            protocols: [...protocols],
          })),
    live: report === null ? null : liveOf(report),
    replays,
    whatIfs,
    faithful: db === null || known === null ? [] : await faithfulSentences(db, state, known),
    notShown: [],
    assertions: adviceAssertions(context.asserts, replays),
    loads: {
      replayed: drawnLoads(context.replayed, baseline),
      live: drawnLoads(report?.loads ?? [], baseline),
    },
  }
  return {
    ...document,
    ...adviceSteps(document),
    notShown: notShown(document, {
      typed: state.url,
      report,
      notRecorded: state.notRecorded,
      fault: context.fault,
      recording: known?.site.recording ?? null,
      asked: state.networks,
    }),
  }
}

/** The loads under the baseline and under HTTP/3. */
function drawnLoads(
  loads: readonly ShownLoad[],
  baseline: AdviceDocument['baseline'],
): NonNullable<AdviceDocument['loads']>['live'] {
  return loads
    .filter(({ arm }) => arm === (baseline ?? 'h1') || arm === 'h3')
    .map(({ arm, round, n, marks, entries }) => ({ arm, round, n, marks, entries: [...entries] }))
}

function liveOf(report: CheckReport): NonNullable<AdviceDocument['live']> {
  const { condition } = (report.campaign.link ?? {}) as { readonly condition?: LinkCondition }
  return {
    link: condition === undefined ? null : conditionText(condition),
    baseline: baselineOf(report.arms.map(({ arm }) => arm)),
    arms: report.arms.map(({ arm, pltMs, comparison }) => ({
      arm,
      medianMs: pltMs,
      gain: comparison?.gain ?? null,
      interval: comparison?.gainInterval == null ? null : [...comparison.gainInterval],
      rounds: comparison?.n ?? 0,
      outcome: comparison === null ? 'too few rounds' : gainOutcome(comparison),
    })),
    sentences: [...verdictSentences(report), ...leftOutSentences(report.arms)],
  }
}

/** The page as it is, in the order of the networks that were asked for. */
function replaysOf(
  { folder, state, known }: ReadContext,
  runs: readonly ReadRun[],
): AdviceDocument['replays'] {
  const { loader } = state
  if (known === null || loader === null) return null
  const found = runs
    .filter(({ run }) => run.loader === loader.by)
    .flatMap(({ run, cells }) =>
      replayedNetworks(run, advicePlan(run, folder, WHAT_IFS), cells, known.baseline),
    )
  const networks = state.networks.flatMap((name) => found.find(({ network }) => network === name) ?? [])
  return networks.length === 0 ? null : { ...loader, networks }
}

function whatIfAdvice({ site }: Known, runs: readonly ReadRun[]): WhatIfAdvice[] {
  return WHAT_IFS.map((whatIf): WhatIfAdvice => {
    const { applies, why } = whatIf.appliesTo(site)
    const results = applies ? resultsOf(whatIf, site, runs) : []
    return {
      ...{
        name: whatIf.name,
        title: whatIf.title,
        why,
        applies,
        tried: results.some(({ gain }) => gain !== null),
      },
      advised: false,
      howToDo: whatIf.howToDo.map(({ where, how }) => ({ where, how })),
      results,
    }
  })
}

function resultsOf(whatIf: WhatIf, site: Known['site'], runs: readonly ReadRun[]): WhatIfAdvice['results'] {
  return runs.flatMap(({ run, cells }) =>
    whatIfResults(run, cells, whatIf, whatIfArms(whatIf, site), hasOwnCells(whatIf)),
  )
}
