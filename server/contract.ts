/**
 * The contract of the API: a zod schema of every request and answer, with units, from which routes, checks, types and
 * the OpenAPI file are made. Imports nothing but zod, so that the dashboard can use its types; of its values it uses
 * those of contract/names.ts, which has no zod.
 */
export * from './contract/campaigns.ts'
export * from './contract/contribution.ts'
export * from './contract/contribution-terms.ts'
export * from './contract/distributions.ts'
export * from './contract/endpoints.ts'
export * from './contract/field.ts'
export * from './contract/lab.ts'
export * from './contract/meta.ts'
export * from './contract/metrics.ts'
export * from './contract/names.ts'
export * from './contract/requests.ts'
export * from './contract/sites.ts'
export * from './contract/surveys.ts'
export * from './contract/terms.ts'
export * from './contract/waterfall.ts'
