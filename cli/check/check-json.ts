import { z } from 'zod'
import { ARM_NAMES } from '../../model/arm.ts'
import { baselineOf } from '../probe/baseline.ts'
import type { ArmResult } from '../probe/campaign-results.ts'
import type { CheckedAssertion } from './assertion.ts'
import type { CheckReport } from './check-report.ts'
import { labelOf, leftOutSentences, spokenSentence, verdictSentences } from './check-words.ts'

const arm = z.enum(ARM_NAMES)
const count = z.int().min(0)
const ratio = z.number().positive().nullable()
const interval = z
  .tuple([z.number(), z.number()])
  .nullable()
  .describe('95 %, bootstrap over rounds; null: too few rounds')
const answer = z.boolean().nullable().describe('null: unknown')

/** Schema of what `towline check --json` writes. A member may be added within a version; none changes its meaning. */
export const checkSchema = z
  .strictObject({
    format: z.literal('towline-check/1'),
    towline: z.string().describe('version that wrote the file'),
    url: z.url(),
    site: z.string(),
    startedAt: z.iso.datetime(),
    state: z.string().describe('`finished`, or of a check that was stopped or lacks loads its state so far'),
    browser: z.string().nullable(),
    internet: z.boolean().describe('false: the sandbox or a network of one’s own'),
    link: z.record(z.string(), z.unknown()).nullable().describe('the emulated link; null: none'),
    vantage: z.string().nullable(),
    seed: z.int(),
    speaks: z.strictObject({
      h1: answer,
      h2: answer,
      h3: answer,
      h3ByAltSvc: answer.describe('announced so; null: unknown'),
      h3ByDns: answer.describe('announced by an HTTPS record; null: unknown'),
    }),
    baseline: arm.nullable(),
    arms: z.array(
      z.strictObject({
        arm,
        label: z.string(),
        validLoads: count,
        leftOutLoads: count,
        leftOut: z.array(z.strictObject({ reason: z.string(), loads: count })),
        medianMs: z.number().nullable().describe('page load time'),
        rounds: count
          .nullable()
          .describe(
            'with a valid load of it and of the baseline; null: it is the baseline, or was not compared',
          ),
        gain: ratio.describe('median of the baseline / median of this arm; null: not compared'),
        gainInterval: interval,
        verdict: z.enum(['faster', 'slower', 'no difference shown', 'too few rounds']).nullable(),
        smallestDetectablePercent: z.number().nullable(),
      }),
    ),
    notCompared: z.array(z.strictObject({ arm, reason: z.string() })),
    sentences: z.array(z.string()),
    assertions: z.array(
      z.strictObject({
        text: z.string(),
        arm,
        operator: z.enum(['<', '<=', '>', '>=']),
        threshold: z.number().positive(),
        gain: ratio,
        gainInterval: interval,
        result: z.enum(['met', 'missed', 'not decided']),
      }),
    ),
  })
  .meta({ title: 'A check of towline', description: 'See docs/probing.md.' })

type CheckDocument = z.output<typeof checkSchema>

/** A check as `towline check --json` writes it. */
export function checkDocument(
  report: CheckReport,
  assertions: readonly CheckedAssertion[],
  version: string,
): CheckDocument {
  const { campaign, facts, arms } = report
  return {
    format: 'towline-check/1',
    towline: version,
    url: report.url,
    site: report.domain,
    startedAt: campaign.createdAt,
    state: campaign.state,
    browser: campaign.browserVersion,
    internet: !campaign.sandbox,
    link: campaign.link as CheckDocument['link'],
    vantage: campaign.vantage,
    seed: campaign.seed,
    speaks: {
      h1: facts.h1,
      h2: facts.h2,
      h3: facts.h3,
      h3ByAltSvc: facts.h3ClaimedAltSvc,
      h3ByDns: facts.h3ClaimedDns,
    },
    baseline: baselineOf(arms.map(({ arm: name }) => name)),
    arms: arms.map(armDocument),
    notCompared: report.leftOut.map(({ arm: name, reason }) => ({ arm: name, reason })),
    sentences: [spokenSentence(facts), ...verdictSentences(report), ...leftOutSentences(arms)],
    assertions: assertions.map(({ assertion, text, gain, interval: limits, result }) => ({
      text,
      ...assertion,
      gain,
      gainInterval: limits === null ? null : [limits[0], limits[1]],
      result,
    })),
  }
}

function armDocument(result: ArmResult): CheckDocument['arms'][number] {
  const { arm: name, comparison } = result
  const limits = comparison?.gainInterval ?? null
  return {
    arm: name,
    label: labelOf(name),
    validLoads: result.valid,
    leftOutLoads: result.invalid + result.failed,
    leftOut: result.leftOut.map(({ reason, samples }) => ({ reason: reason ?? 'unknown', loads: samples })),
    medianMs: result.pltMs,
    rounds: comparison?.n ?? null,
    gain: comparison?.gain ?? null,
    gainInterval: limits === null ? null : [limits[0], limits[1]],
    verdict: comparison?.verdict ?? null,
    smallestDetectablePercent: comparison?.couldHaveShownPercent ?? null,
  }
}

/** The JSON Schema of the file (docs/check.schema.json). */
export function checkSchemaFile(): string {
  return `${JSON.stringify(z.toJSONSchema(checkSchema), null, 2)}\n`
}
