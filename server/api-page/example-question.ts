import { ENDPOINTS, type EndpointName } from '../contract/contract.ts'
import type { Question } from './ask.ts'
import type { Subjects } from './subjects.ts'

type Choices = Readonly<Record<string, string>>

/** Parameters that some questions need beside their path, and what keeps long answers short; null: nothing to ask for. */
const CHOICES: { readonly [Name in EndpointName]?: (subjects: Subjects) => Choices | null } = {
  sites: () => ({ pageSize: '1' }),
  surveySites: () => ({ pageSize: '1' }),
  fieldSites: () => ({ pageSize: '1' }),
  samples: () => ({ metrics: 'plt_ms,ttfb_ms', pageSize: '1' }),
  cdf: () => ({ points: '5' }),
  series: () => ({ rounds: '1' }),
  loadSeconds: () => ({ pageSize: '1' }),
  waterfall: () => ({ arm: 'h2' }),
  heatmap: ({ lab }) =>
    (lab?.factors.length ?? 0) < 2 ? null : { x: lab?.factors[0] ?? '', y: lab?.factors[1] ?? '' },
  lines: ({ lab }) => ((lab?.factors.length ?? 0) < 1 ? null : { x: lab?.factors[0] ?? '' }),
}

/** A request for what this data has; null where it has nothing of the kind. */
export function exampleQuestion(name: EndpointName, subjects: Subjects): Question | null {
  const names = [...ENDPOINTS[name].path.matchAll(/:(\w+)/g)].map(([, param = '']) => param)
  const params = names.map((param) => [param, parameterOf(name, param, subjects)] as const)
  const query = CHOICES[name] === undefined ? {} : CHOICES[name](subjects)
  if (query === null || params.some(([, value]) => value === null)) return null
  return { params: Object.fromEntries(params) as Choices, query }
}

function parameterOf(name: EndpointName, param: string, subjects: Subjects): string | null {
  const { surveyId, page, lab, loadRunId, fieldDomain } = subjects
  const { path, tag } = ENDPOINTS[name]
  const text = (value: number | null | undefined): string | null => (value == null ? null : String(value))
  if (param === 'domain') return tag === 'field' ? fieldDomain : (page?.domain ?? null)
  if (param === 'site') return text(page?.site)
  if (param !== 'id') return null
  if (path.startsWith('/samples/')) return text(page?.sampleId)
  if (path.startsWith('/campaigns/')) return text(page?.campaignId)
  if (tag === 'load') return text(loadRunId)
  return tag === 'lab' ? text(lab?.runId) : tag === 'surveys' ? text(surveyId) : null
}

export function addressOf(name: EndpointName, { params, query }: Question): string {
  const path = ENDPOINTS[name].path.replaceAll(/:(\w+)/g, (_, param: string) =>
    encodeURIComponent(params[param] ?? ''),
  )
  const search = new URLSearchParams(query).toString().replaceAll('%2C', ',')
  return search === '' ? path : `${path}?${search}`
}
