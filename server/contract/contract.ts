/**
 * The contract of the API: a zod schema of every request and answer, with units, from which routes, checks, types and
 * the OpenAPI file are made. Imports nothing but zod, so that the dashboard can use its types; of its values it uses
 * those of contract/names.ts, which has no zod.
 */

export * from '../../model/contribution-terms.ts'
export * from './campaigns.ts'
export * from './contribution.ts'
export * from './distributions.ts'
export * from './endpoints.ts'
export * from './field.ts'
export * from './lab.ts'
export * from './meta.ts'
export * from './metrics.ts'
export * from './names.ts'
export * from './requests.ts'
export * from './sites.ts'
export * from './surveys.ts'
export * from './terms.ts'
export * from './waterfall.ts'
