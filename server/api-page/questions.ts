import { API_ROOT } from '../contract/contract.ts'
import type { Subjects } from './subjects.ts'

/** A question that people come with, as one table of the API. */
export interface MainQuestion {
  readonly id: string
  readonly question: string
  /** Address from the root; null where this data has nothing of the kind. */
  readonly address: string | null
  /** Says what the numbers in the address are, and where others are found. */
  readonly words: string
  /** Columns that answer it. */
  readonly columns: readonly string[]
}

export function mainQuestions({ surveyId, page, lab }: Subjects): readonly MainQuestion[] {
  const site = page === null ? null : `${API_ROOT}/campaigns/${page.campaignId}/sites/${page.site}`
  const pageWords =
    page === null
      ? ''
      : `Campaign ${page.campaignId}, its site ${page.site}: ${page.domain}. \`${API_ROOT}/sites/${page.domain}\` lists the campaigns of a site and its number in each.`
  return [
    {
      id: 'adoption-by-protocol',
      question: 'How many sites speak each protocol?',
      address: surveyId === null ? null : `${API_ROOT}/surveys/${surveyId}/adoption?format=csv`,
      words: `Survey ${surveyId} is the one that pages open with; \`${API_ROOT}/surveys\` lists all. Shares are from 0 to 1, with 95 % intervals.`,
      columns: ['group', 'name', 'row', 'count', 'sites', 'share', 'share_low', 'share_high'],
    },
    {
      id: 'gains-of-a-site',
      question: 'What do HTTP/2 and HTTP/3 gain on a site?',
      address: site === null ? null : `${site}/comparisons?metric=plt_ms&format=csv`,
      words: `${pageWords} A gain above 1 is faster than the baseline.`,
      columns: ['arm', 'n', 'gain', 'gain_low', 'gain_high', 'verdict'],
    },
    {
      id: 'samples-of-a-site',
      question: 'Every page load of a site',
      address: site === null ? null : `${site}/samples?metrics=plt_ms,ttfb_ms&format=csv`,
      words: `${pageWords} Only rows whose state is \`valid\` count.`,
      columns: ['round', 'arm', 'state', 'plt_ms', 'ttfb_ms'],
    },
    {
      id: 'lab-conditions',
      question: 'What do protocols gain under each condition of the lab?',
      address: lab === null ? null : `${API_ROOT}/lab/runs/${lab.runId}/gains?metric=plt_ms&format=csv`,
      words: `Run ${lab?.runId} is the one that pages open with; \`${API_ROOT}/lab/runs\` lists all. \`cell\` is a condition; its factors stand in the columns \`factor_…\`, its link as measured in \`${API_ROOT}/lab/runs/${lab?.runId}\`.`,
      columns: [
        ...['cell', ...(lab?.factors ?? []).map((name) => `factor_${name}`)],
        ...['arm', 'n', 'baseline_median', 'arm_median', 'gain'],
      ],
    },
  ]
}

/** The same question in languages that people work in; each runs as it stands. */
export function snippets(
  url: string,
  columns: readonly string[],
): Readonly<Record<'curl' | 'Python' | 'R', string>> {
  const list = columns.map((name) => JSON.stringify(name)).join(', ')
  return {
    curl: `curl -sS "${url}"`,
    Python: `import csv
import io
import urllib.request

columns = [${list}]
with urllib.request.urlopen("${url}") as answer:
    for row in csv.DictReader(io.TextIOWrapper(answer, "utf-8", newline="")):
        print(*(row[name] for name in columns), sep="\\t")`,
    R: `rows <- read.csv("${url}")
print(rows[, c(${list})])`,
  }
}
