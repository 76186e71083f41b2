import { z } from 'zod'
import { count, instant, vantageName } from './terms.ts'

const state = z.enum(['running', 'stopped', 'finished'])
const newer = count.meta({ description: 'Newer ones, all of which cannot answer' })

/** Describes what stands where nothing is asked for, with the newer ones that do not. */
const defaultOf = <S extends z.ZodType>(what: string, passedOver: S) =>
  z.strictObject({
    id: count.nullable().meta({ description: `${what} Null: there is none` }),
    canAnswer: z.boolean().meta({ description: 'False: none can, and this is the newest' }),
    newer,
    passedOver: z.array(passedOver).meta({ description: 'The newest three of these, newest first' }),
  })

const passedOverSurvey = z
  .strictObject({
    ...{ id: count, createdAt: instant, state, vantage: vantageName, sites: count },
    answered: count.nullable().meta({ description: 'Sites that could be reached; null: it is not finished' }),
  })
  .meta({ id: 'PassedOverSurvey' })

const passedOverCampaign = z
  .strictObject({
    ...{ id: count, createdAt: instant, state, vantage: vantageName, sites: count },
    rounds: count.meta({ description: 'That an interval over its rounds needs' }),
    answering: count.meta({ description: 'Sites with as many rounds of the baseline and another arm' }),
    samples: count.meta({ description: 'Loads that have a result' }),
    leftOut: count.meta({ description: 'Of these, loads that do not count' }),
    machineBusy: count.meta({ description: 'Of those left out: because the machine did other work' }),
  })
  .meta({ id: 'PassedOverCampaign' })

const passedOverLabRun = z
  .strictObject({
    ...{ id: count, name: z.string(), createdAt: instant, state },
    ...{ cells: count, done: count.meta({ description: 'Conditions that are measured' }) },
  })
  .meta({ id: 'PassedOverLabRun' })

const passedOverLoadRun = z
  .strictObject({
    ...{ id: count, name: z.string(), createdAt: instant, state },
    repetitions: count.meta({ description: 'That two protocols of one server both have' }),
  })
  .meta({ id: 'PassedOverLoadRun' })

const passedOverStudy = z
  .strictObject({
    ...{ list: z.string(), openedDay: z.string() },
    week: z.string().nullable().meta({ description: 'Of its newest release; null: none has been made' }),
  })
  .meta({ id: 'PassedOverStudy' })

export const defaults = z
  .strictObject({
    needed: z
      .strictObject({ rounds: count, sites: count, repetitions: count })
      .meta({ description: 'The fewest that intervals and verdicts are computed of' }),
    survey: defaultOf(
      'The newest finished survey of a list of which `needed.sites` could be reached.',
      passedOverSurvey,
    ),
    campaign: defaultOf(
      'The newest live campaign of which `needed.sites` have `needed.rounds` (10 with `--until-ci`) of the baseline and another arm.',
      passedOverCampaign,
    ),
    labRun: defaultOf(
      'The newest finished lab run with a condition that has `needed.rounds` of the baseline and another arm.',
      passedOverLabRun,
    ),
    replay: defaultOf(
      'The same of lab runs that replay recordings; where there is none, the default lab run.',
      passedOverLabRun,
    ),
    loadRun: defaultOf(
      'The newest load run with `needed.repetitions` of two protocols of one server.',
      passedOverLoadRun,
    ),
    study: z.strictObject({
      list: z.string().nullable().meta({
        description: 'The newest study whose newest release has a published curve. Null: there is none',
      }),
      canAnswer: z.boolean().meta({ description: 'False: none has, and this is the newest with a release' }),
      newer,
      passedOver: z.array(passedOverStudy),
    }),
  })
  .meta({
    id: 'Defaults',
    description:
      'Which survey, campaign, run and study stand where a request or a page names none: the newest that can answer, not one that has too little for an interval',
  })

export type Defaults = z.output<typeof defaults>
