import type { z } from 'zod'
import type { createDocument } from 'zod-openapi'
import { failure } from '../contract/contract.ts'

type Paths = NonNullable<Parameters<typeof createDocument>[0]['paths']>

/** A path of the OpenAPI file. */
export type PathItem = Paths[string]

/** A response whose body is JSON by this schema. */
export const jsonResponse = (schema: z.ZodType, description: string) => ({
  description,
  content: { 'application/json': { schema } },
})

export const problem = (description: string) => jsonResponse(failure, description)

/** A problem that says when to ask again. */
export const later = (description: string) => ({
  ...problem(description),
  headers: {
    'Retry-After': {
      description: 'Seconds',
      schema: { type: 'integer' as const, minimum: 1 },
      required: true,
    },
  },
})
