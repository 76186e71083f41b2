import { API_ROOT, ENDPOINTS, type EndpointName } from '../contract/contract.ts'
import { visibleJson } from '../http/visible.ts'
import type { Ask } from './ask.ts'
import { addressOf, exampleQuestion } from './example-question.ts'
import { findSubjects, type Subjects } from './subjects.ts'

export interface Example {
  /** Path and query, from the root. */
  readonly address: string
  /** The answer of this data, its lists cut to their first entry. */
  readonly json: string
}

export interface Examples {
  readonly subjects: Subjects
  readonly answers: ReadonlyMap<EndpointName, Example>
}

/** Asking for one of everything takes a while: whoever asks within a minute sees the same. */
const SAME_FOR_MS = 60_000
const LONGEST_TEXT = 100

/** Answers the endpoints' examples of this data. A function that is asked again and again. */
export function exampleAnswers(ask: Ask, clock: () => number): () => Promise<Examples> {
  let last: { readonly madeAtMs: number; readonly examples: Promise<Examples> } | null = null
  return () => {
    if (last === null || clock() - last.madeAtMs >= SAME_FOR_MS) {
      const made = { madeAtMs: clock(), examples: makeExamples(ask) }
      last = made
      made.examples.catch(() => {
        if (last === made) last = null
      })
    }
    return last.examples
  }
}

async function makeExamples(ask: Ask): Promise<Examples> {
  const subjects = await findSubjects(ask)
  const answers = new Map<EndpointName, Example>()
  for (const name of Object.keys(ENDPOINTS) as EndpointName[]) {
    const question = exampleQuestion(name, subjects)
    const answer = question === null ? null : await ask(name, question)
    if (question === null || answer === null) continue
    const address = API_ROOT + addressOf(name, question)
    answers.set(name, { address, json: visibleJson(JSON.stringify(shortened(answer), null, 2)) })
  }
  return { subjects, answers }
}

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shortened)
  if (typeof value === 'string')
    return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]))
}
