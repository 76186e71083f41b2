import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { LinkCondition } from '../../lab/link/condition/link.ts'
import { calibrate, type LinkMeasurement } from '../../lab/link/measure/calibrate.ts'
import { openSandbox, type Sandbox } from '../../lab/sandbox/open.ts'
import { mix32 } from '../../stats/rng.ts'
import type { BenchArm } from './contender.ts'
import { demandPage } from './sandbox-page.ts'
import { runSeriesCampaign, type SeriesCampaign, type SeriesCampaignOptions } from './series-campaign.ts'
import type { KindPair } from './study-verdict.ts'

export interface StudyOptions
  extends Pick<
    SeriesCampaignOptions,
    'domain' | 'rounds' | 'pauseMs' | 'busyLimit' | 'chromium' | 'folder' | 'signal' | 'warn' | 'onLoad'
  > {
  readonly campaigns: number
  readonly seed: number
  readonly link: LinkCondition
  readonly cacheDir: string
  readonly onLink: (link: StudyLink) => void
  readonly onCampaign: (campaign: SeriesCampaign, kind: 'warm' | 'cold') => void
}

export interface StudyLink {
  readonly link: Sandbox['link']
  readonly measured: LinkMeasurement
}

/** The slow-down that is planted: a tenth more RTT, to the microsecond that links are set to. */
const slowedMs = (rttMs: number): number => Math.round(rttMs * 1_100) / 1_000

/** The same arm twice behind one link, in two browser processes: every difference that is called is a mistake. */
export async function studyAa(arm: BenchArm, options: StudyOptions): Promise<SeriesCampaign[]> {
  await using sandbox = await openLinked(options.link, [arm], options)
  const series = { arm, sandbox }
  return await campaignsOf(options, (_, seed) =>
    run({ baseline: series, other: series, seed }, false, options),
  )
}

/** The same arm behind two links, of which the second's RTT is a tenth longer. */
export async function studyPower(arm: BenchArm, options: StudyOptions): Promise<SeriesCampaign[]> {
  const { link } = options
  await using sandbox = await openLinked(link, [arm], options)
  await using slower = await openLinked({ ...link, rttMs: slowedMs(link.rttMs) }, [arm], options)
  const sides = { baseline: { arm, sandbox }, other: { arm, sandbox: slower } }
  return await campaignsOf(options, (_, seed) => run({ ...sides, seed }, false, options))
}

/** h1 against h2, with browsers that stay open and with a new one for each load; either kind comes first by turns. */
export async function studyKinds(options: StudyOptions): Promise<KindPair[]> {
  await using sandbox = await openLinked(options.link, ['h1', 'h2'], options)
  const sides = { baseline: { arm: 'h1', sandbox }, other: { arm: 'h2', sandbox } } as const
  return await campaignsOf(options, async (index, seed): Promise<KindPair> => {
    const warmFirst = index % 2 === 0
    const first = await run({ ...sides, seed }, !warmFirst, options)
    const second = await run({ ...sides, seed }, warmFirst, options)
    return warmFirst ? { warm: first, cold: second } : { warm: second, cold: first }
  })
}

/** One after the other: two at once would disturb each other. */
async function campaignsOf<T>(
  { campaigns, seed }: StudyOptions,
  runOne: (index: number, seed: number) => Promise<T>,
): Promise<T[]> {
  const done: T[] = []
  for (let index = 0; index < campaigns; index++) done.push(await runOne(index, mix32(seed, index)))
  return done
}

async function run(
  sides: Pick<SeriesCampaignOptions, 'baseline' | 'other' | 'seed'>,
  cold: boolean,
  options: StudyOptions,
): Promise<SeriesCampaign> {
  const folder = await mkdtemp(join(options.folder, 'campaign-'))
  try {
    const campaign = await runSeriesCampaign({ ...options, ...sides, cold, folder })
    options.onCampaign(campaign, cold ? 'cold' : 'warm')
    return campaign
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A sandbox behind a link, which is measured first: what is compared is to be what was asked for. */
async function openLinked(
  condition: LinkCondition,
  arms: readonly BenchArm[],
  { cacheDir, domain, signal, onLink }: StudyOptions,
): Promise<Sandbox> {
  await using opening = new AsyncDisposableStack()
  const sandbox = opening.use(await openSandbox({ cacheDir, link: condition, signal }))
  demandPage(sandbox, domain, arms)
  const measured = await calibrate({
    command: (argv) => sandbox.command(argv),
    echoAddress: sandbox.echoAddress,
    condition,
    cacheDir,
    signal,
  })
  onLink({ link: sandbox.link, measured })
  opening.move()
  return sandbox
}
