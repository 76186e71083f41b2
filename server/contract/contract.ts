/**
 * The contract of the API: a zod schema of every request and answer, with units, from which routes, checks, types and
 * the OpenAPI file are made. Imports nothing but zod, model/ and har/. The dashboard uses its types, and values of model/,
 * har/, contract/sorts.ts, contract/opening-runs.ts and contract/answer-file.ts alone, which have no zod.
 */

export * from '../../har/phases.ts'
export * from '../../model/arm.ts'
export * from '../../model/composition-metrics.ts'
export * from '../../model/contribution-terms.ts'
export * from '../../model/field.ts'
export * from '../../model/metrics.ts'
export * from './campaigns.ts'
export * from './changes.ts'
export * from './composition.ts'
export * from './contribution.ts'
export * from './distributions.ts'
export type { Endpoint } from './endpoint.ts'
export * from './endpoints.ts'
export * from './field.ts'
export * from './filmstrip.ts'
export * from './lab.ts'
export * from './lab-replay.ts'
export * from './load.ts'
export * from './meta.ts'
export * from './metrics.ts'
export * from './page-facts.ts'
export * from './requests.ts'
export * from './sites.ts'
export * from './sorts.ts'
export * from './surveys.ts'
export * from './terms.ts'
export * from './vantages.ts'
export * from './waterfall.ts'
