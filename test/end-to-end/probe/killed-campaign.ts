import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendSignal } from '../../../crawler/process/send-signal.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { listSurveys } from '../../../db/survey/surveys.ts'
import type { Arm } from '../../../model/arm.ts'
import { supervisorWith } from '../../cli/worker/supervisor-with.ts'
import type { ProbeFolder } from './probe-folder.ts'
import { allKeys, doneSamples, keysOf, type Recorded, readCampaign } from './recorded.ts'

/** A campaign that is killed again and again. */
export interface KilledCampaign {
  readonly sites: readonly string[]
  readonly arms: readonly Arm[]
  readonly rounds: number
}

export function flagsOf({ sites, arms, rounds }: KilledCampaign): string[] {
  const campaign = ['--sites', sites.join(','), '--arms', arms.join(','), '--rounds', String(rounds)]
  return [...campaign, '--seed', '3', '--no-capture']
}

/** When a campaign is killed: its samples that are done since it went on, and then anywhere within a load. */
export interface Moment {
  readonly samples: number
  readonly ms: number
}

/**
 * Goes on with a campaign and kills it at this moment: `parent` is the command itself, which holds the sandbox, `child`
 * what it runs inside. Resolves to what is recorded then; null where it was done before.
 */
export async function killSome(
  folder: ProbeFolder,
  flags: readonly string[],
  victim: 'parent' | 'child',
  { samples, ms }: Moment,
): Promise<Recorded | null> {
  const run = folder.probe([...flags, '--resume'])
  assert.ok(await run.says(/campaign \d+: \d+ sites|resuming campaign \d+/), run.stderr())
  const before = await doneSamples(run, folder.database)
  await run.until(async () => (await doneSamples(run, folder.database)) >= before + samples)
  await sleep(ms)
  const child = supervisorWith(folder, ' --h3-canary ')
  const pid = victim === 'parent' ? run.pid : child?.pid
  if (pid !== undefined) sendSignal(pid, 'SIGKILL')
  const { code, signal } = await run.ended
  if (code === 0) return null
  if (victim === 'parent') assert.equal(signal, 'SIGKILL')
  else assert.match(run.stderr(), /towline: what ran in the sandbox was ended by SIGKILL .*--resume/)
  return readCampaign(folder.database)
}

/** One survey and one campaign, finished, with every sample once, and what was recorded before a kill as it was. */
export async function assertWhole(
  folder: ProbeFolder,
  { sites, arms, rounds }: KilledCampaign,
  before: readonly (Recorded | null)[],
): Promise<void> {
  {
    await using db = await openDatabase({ url: folder.database, readOnly: true })
    assert.deepEqual(
      (await listSurveys(db)).map(({ state }) => state),
      ['finished'],
    )
    const [check] = await db.query('PRAGMA integrity_check')
    assert.equal(check?.integrity_check, 'ok')
  }
  const { campaign, samples } = await readCampaign(folder.database)
  assert.deepEqual([campaign.id, campaign.state], [1, 'finished'])
  assert.deepEqual(
    keysOf(samples),
    allKeys(
      sites.map(() => arms),
      rounds,
    ),
  )
  assert.deepEqual(
    samples.filter(({ state, reason }) => state !== 'valid' && reason !== 'poison').map((sample) => sample),
    [],
    'a sample counts unless its load was killed twice',
  )
  for (const { id, state, startedAt } of before.flatMap((each) => each?.samples ?? [])) {
    if (state === 'pending') continue
    const now = samples.find((sample) => sample.id === id)
    assert.deepEqual([now?.state, now?.startedAt], [state, startedAt], 'what was recorded stays')
  }
}
