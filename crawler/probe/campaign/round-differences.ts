import type { Har } from 'har-format'
import { readArtifacts } from '../../../db/campaign/artifacts.ts'
import { validSamplesOfRound } from '../../../db/campaign/round-samples.ts'
import type { ClaimedSample } from '../../../db/campaign/sample-claims.ts'
import type { Database } from '../../../db/connection/database.ts'
import { type AnswerDifference, answerDifference } from '../../../har/answer-difference.ts'
import type { Arm } from '../../../model/arm.ts'
import type { Verdict } from '../../../model/sample.ts'
import { decodeArtifacts } from '../load/artifact-codec.ts'

type RoundDifferences = Readonly<Partial<Record<Arm, AnswerDifference>>>

/** Share of resources that fail under one arm alone: above it the arms loaded two different pages. */
const MOST_FAILING = 0.05
/** Likewise those that differ at all: pages choose some of their content anew each time. */
const MOST_DIFFERING = 0.5

/** Compares a load with the valid ones of its round that were recorded before it. */
export async function readRoundDifferences(
  db: Database,
  campaignId: number,
  sample: ClaimedSample,
  har: Har,
): Promise<RoundDifferences> {
  const differences: Partial<Record<Arm, AnswerDifference>> = {}
  for (const { id, arm } of await validSamplesOfRound(db, campaignId, sample)) {
    const other = await decodeArtifacts(await readArtifacts(db, id, ['har']))
    if (other.har !== null) differences[arm] = answerDifference(har, other.har)
  }
  return differences
}

/** A valid load whose answers are another page's than those of an arm before it is not comparable with it. */
export function judgeAnswers(verdict: Verdict, differences: RoundDifferences): Verdict {
  if (verdict.state !== 'valid') return verdict
  for (const [arm, { resources, failing, differing, example }] of Object.entries(differences)) {
    const isOther = failing > MOST_FAILING * resources || differing > MOST_DIFFERING * resources
    if (!isOther) continue
    const detail = `${differing} of ${resources} resources differ from ${arm}, ${failing} fail under one alone: ${example}`
    return { state: 'invalid', reason: 'answers_differ', detail }
  }
  return verdict
}
