import { z } from 'zod'
import type { Figure } from '../../figures/figure.ts'

/** One GET below `/api/v1`. Its HEAD and OPTIONS follow from it. */
export interface Endpoint {
  readonly path: string
  readonly tag: 'data' | 'surveys' | 'sites' | 'campaigns' | 'lab' | 'load' | 'field'
  readonly summary: string
  readonly params: z.ZodObject
  readonly query: z.ZodObject
  readonly answer: z.ZodType
  readonly csv: boolean
  /** Of whose columns its CSV is made. */
  readonly figure?: Figure
  readonly atom?: true
}

export const noParams = z.strictObject({})
