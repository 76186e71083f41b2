import {
  ADOPTED_TLS,
  type AnswerFacts,
  type AnsweringSite,
  SHORT_HANDSHAKE,
} from '../../model/answer-facts.ts'
import type { Database } from '../connection/database.ts'
import { factColumn } from './survey-sites.ts'

type BooleanFact = Exclude<keyof AnswerFacts, keyof typeof ADOPTED_TLS | keyof typeof SHORT_HANDSHAKE>

/** The compiler sees that none is missing. */
const BOOLEAN_FACTS = Object.keys({
  http: true,
  httpRedirectsToHttps: true,
  h1: true,
  h2: true,
  h3: true,
  h3Handshake: true,
  h3ClaimedAltSvc: true,
  h3ClaimedDns: true,
  ipv4: true,
  ipv6: true,
  hsts: true,
  resumption: true,
  earlyData: true,
  h3EarlyData: true,
  httpsRecord: true,
  ech: true,
  earlyHints: true,
} satisfies Record<BooleanFact, true>) as BooleanFact[]

const TLS_FACTS = Object.keys(ADOPTED_TLS) as (keyof typeof ADOPTED_TLS)[]
const SHORT_FACTS = Object.keys(SHORT_HANDSHAKE) as (keyof typeof SHORT_HANDSHAKE)[]

/** Asks each fact in SQL of both dialects: true, false, or unknown. */
const QUESTIONS = [
  ...BOOLEAN_FACTS.map(factColumn),
  ...TLS_FACTS.map((fact) => `${factColumn(fact)} = '${ADOPTED_TLS[fact]}'`),
  ...SHORT_FACTS.map((fact) => `${factColumn(fact)} <= ${SHORT_HANDSHAKE[fact]}`),
]

/**
 * All answers of a site in one number, a digit to the base 4 each, in 42 of the 53 bits that a number holds exactly. Each
 * value is written out: PostgreSQL multiplies two small integers in 32 bits, and refuses what does not fit.
 */
const CODE = QUESTIONS.map(
  (question, digit) =>
    `CASE WHEN ${question} THEN ${2 * 4 ** digit} WHEN NOT (${question}) THEN ${4 ** digit} ELSE 0 END`,
).join(' + ')

const PAGE = 5_000

/**
 * The visited sites of a survey in the order of their ranks, as far as adoption goes, a page at a time: a third of what all
 * facts take, which counts where a year of a million sites is read.
 */
export async function* answeringSites(db: Database, surveyId: number): AsyncIterable<AnsweringSite> {
  const select = `SELECT rank, domain, ${CODE} AS code FROM survey_sites
    WHERE survey_id = ? AND rank > ? AND state = 'done' ORDER BY rank LIMIT ${PAGE}`
  const known = new Map<number, AnswerFacts>()
  for (let last = -1; ; ) {
    const rows = await db.query(select, [surveyId, last])
    for (const row of rows) {
      const code = Number(row.code)
      const facts = known.get(code) ?? factsOf(code)
      known.set(code, facts)
      yield { domain: String(row.domain), facts }
    }
    if (rows.length < PAGE) return
    last = Number(rows.at(-1)?.rank)
  }
}

function factsOf(code: number): AnswerFacts {
  const answer = (index: number): boolean | null =>
    [null, false, true][Math.floor(code / 4 ** index) % 4] ?? null
  const facts: Partial<Record<keyof AnswerFacts, boolean | string | number | null>> = {}
  for (const [index, name] of BOOLEAN_FACTS.entries()) facts[name] = answer(index)
  for (const [index, name] of TLS_FACTS.entries()) {
    const isAdopted = answer(BOOLEAN_FACTS.length + index)
    facts[name] = isAdopted === null ? null : isAdopted ? ADOPTED_TLS[name] : 'another'
  }
  for (const [index, name] of SHORT_FACTS.entries()) {
    const isShort = answer(BOOLEAN_FACTS.length + TLS_FACTS.length + index)
    facts[name] = isShort === null ? null : SHORT_HANDSHAKE[name] + (isShort ? 0 : 1)
  }
  // Its keys are those of BOOLEAN_FACTS, of ADOPTED_TLS and of SHORT_HANDSHAKE.
  return facts as AnswerFacts
}
