import { join } from 'node:path'
import { ENTRY } from '../../cli/options/entry.ts'
import { latestCampaign } from '../../db/campaign/campaigns.ts'
import { measuredSamples } from '../../db/campaign/sample-metrics.ts'
import { openDatabase } from '../../db/connection/open.ts'
import type { Contender, LoadSample, RunPlace } from './contender.ts'

/** The shortest that there is: no peer makes one. */
const PAUSE_MS = 1

/** towline's own command; everything that a campaign records goes to its database, as always. */
export function towline(name: string, about: string, flags: readonly string[]): Contender {
  return {
    name,
    about,
    programs: [],
    pauseMs: PAUSE_MS,
    argv: (place) => [
      process.execPath,
      ENTRY,
      'probe',
      '--sites',
      place.host,
      '--arms',
      place.arm,
      '--rounds',
      String(place.samples),
      '--pause',
      `${PAUSE_MS}ms`,
      // No peer leaves a load out because the machine was busy.
      '--busy-limit',
      '1',
      '--resolver',
      place.resolver,
      '--ca',
      place.caFile,
      '--allow-address',
      place.allowCidrs.join(','),
      '--database',
      databaseFile(place),
      ...flags,
    ],
    async read(place) {
      await using db = await openDatabase({ url: databaseFile(place), readOnly: true })
      const campaign = await latestCampaign(db)
      if (campaign === null) return []
      const samples: LoadSample[] = []
      for await (const { sample, metrics } of measuredSamples(db, campaign.id, { roles: ['sample'] })) {
        const pltMs = metrics.find((metric) => metric.name === 'plt_ms')?.value ?? null
        if (sample.state !== 'valid' || sample.startedAt === null || pltMs === null) continue
        samples.push({ startedAtMs: Date.parse(sample.startedAt), pltMs })
      }
      return samples
    },
  }
}

const databaseFile = ({ folder }: RunPlace): string => join(folder, 'towline.sqlite')
