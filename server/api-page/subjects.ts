import type { Ask } from './ask.ts'

/** Parts of this data that the examples ask for: what pages open with; null: there is none. */
export interface Subjects {
  readonly surveyId: number | null
  readonly page: {
    readonly campaignId: number
    readonly site: number
    readonly domain: string
    readonly sampleId: number | null
  } | null
  readonly lab: {
    readonly runId: number
    /** Factors that were varied, in the order of the run. */
    readonly factors: readonly string[]
  } | null
  readonly loadRunId: number | null
  readonly fieldDomain: string | null
}

export async function findSubjects(ask: Ask): Promise<Subjects> {
  const defaults = await ask('defaults')
  const labRuns = await ask('labRuns')
  const fieldSites = await ask('fieldSites', { params: {}, query: { pageSize: '1' } })
  const run = labRuns?.runs.find(({ id }) => id === defaults?.labRun.id)
  return {
    surveyId: defaults?.survey.id ?? null,
    page: await findPage(ask, defaults?.campaign.id ?? null),
    lab:
      run === undefined
        ? null
        : {
            runId: run.id,
            factors: run.factors.filter(({ values }) => values.length > 1).map(({ name }) => name),
          },
    loadRunId: defaults?.loadRun.id ?? null,
    fieldDomain: fieldSites?.rows[0]?.domain ?? null,
  }
}

/** The first site of a campaign that has samples that count. */
async function findPage(ask: Ask, campaignId: number | null): Promise<Subjects['page']> {
  if (campaignId === null) return null
  const id = String(campaignId)
  const campaign = await ask('campaign', { params: { id }, query: {} })
  const found = campaign?.sitesList.find(({ counts }) => counts.some(({ valid }) => valid > 0))
  if (found === undefined) return null
  const { site, domain } = found
  const samples = await ask('samples', {
    params: { id, site: String(site) },
    query: { state: 'valid', pageSize: '1' },
  })
  return { campaignId, site, domain, sampleId: samples?.rows[0]?.id ?? null }
}
