import type { List } from '../../crawler/list/open-list.ts'
import type { QuicStack } from '../../crawler/quic/quic-stack.ts'
import { pageUrl } from '../../crawler/survey/http/asked-page.ts'
import type { Database, Query } from '../../db/connection/database.ts'
import { createSurvey } from '../../db/survey/create-survey.ts'
import type { VisitProvenance } from '../../db/survey/visit-provenance.ts'
import { mix32 } from '../../stats/rng.ts'
import type { RunOptions } from '../options/run-options.ts'
import { isLive, userAgentOf } from '../options/run-settings.ts'
import { VERSION } from '../options/version.ts'

/** Options of a run that a survey is made with. */
export type NewSurveyOptions = Omit<RunOptions, 'cache' | 'concurrency' | 'database' | 'perAddress'>

/** Everything that changes what is measured, not how fast; surveys with equal ones can be resumed. */
export function measuredOptions(options: NewSurveyOptions): object {
  return {
    top: options.top ?? null,
    siteTimeoutMs: options.timeout,
    robots: options.robots,
    allowAddress: options.allowAddress,
    optOut: options.optOut !== undefined,
    h3Canary: options.h3Canary ?? null,
    ...(options.page && { page: pageUrl(options.page) }),
  }
}

/** Says what this machine visits sites with; null: no resolver but the system's was named, no QUIC client used. */
export function provenanceHere(resolvers: readonly string[] | null, quic: QuicStack | null): VisitProvenance {
  const resolver = resolvers?.join(',') ?? null
  return { toolVersion: VERSION, resolver, versions: { ...versions(), ...(quic && { quic: quic.version }) } }
}

/** Stands for a survey whose sites other machines visit: the first of them says with what. */
export const NOT_VISITED: VisitProvenance = { toolVersion: VERSION, resolver: null, versions: {} }

/** Makes a survey of a list as the options say. `alongside` is done in the same transaction. */
export async function createSurveyOf(
  db: Database,
  options: NewSurveyOptions,
  list: List,
  provenance: VisitProvenance,
  alongside?: (query: Query, surveyId: number) => Promise<void>,
): Promise<{ readonly id: number; readonly sites: number; readonly source: string }> {
  const createdAt = new Date().toISOString()
  const source = options.listName ?? list.source
  const { id, sites } = await createSurvey(
    db,
    {
      list: () => ({
        source,
        trancoId: list.trancoId,
        sha256: list.sha256,
        fetchedAt: createdAt,
        entries: list.size,
        badLines: list.badLineCount,
      }),
      sites: list.entries(options.top),
      shuffle: mix32,
      createdAt,
      ...provenance,
      seed: options.seed ?? Math.floor(Math.random() * 2 ** 32),
      operations: options.operations,
      options: measuredOptions(options),
      vantage: options.vantage ?? null,
      userAgent: userAgentOf(options),
      sandbox: !isLive(options),
    },
    alongside,
  )
  return { id, sites, source }
}

function versions(): Record<string, string> {
  const { node, openssl } = process.versions
  return {
    node,
    openssl: openssl ?? '',
    platform: `${process.platform}-${process.arch}`,
  }
}
