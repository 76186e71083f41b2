import type { z } from 'zod'
import type { Endpoint, EndpointName, Request } from '../contract/contract.ts'
import { Problem } from '../http/problem.ts'

/** A URL as Express has taken it apart: text, or a list of it where a key stands more than once. */
export type Raw = Readonly<Record<string, unknown>>

const FIXED = 'fixed.'

/** Zod leaves out a key of the name `__proto__` without a word; here it is an unknown parameter. */
const isFixed = (key: string): boolean => key.startsWith(FIXED) && key !== `${FIXED}__proto__`

/**
 * Path and query of a request by the contract. Lookups go by names of the contract, never by those of the request.
 *
 * @throws Problem `bad_request` with the names of what is wrong, which are the contract's, not the request's
 */
export function parseRequest<Name extends EndpointName>(
  endpoint: Endpoint,
  params: Raw,
  query: Raw,
): Request<Name> {
  return {
    params: parse(endpoint.params, params, 'path'),
    query: parse(endpoint.query, foldFixed(query), 'query'),
    // The schemas are those of the endpoint of this name.
  } as Request<Name>
}

/** `fixed.NAME=VALUE` as one record, for endpoints that know it; else the key is unknown and refused. */
function foldFixed(query: Raw): Raw {
  const fixed = Object.entries(query).filter(([key]) => isFixed(key))
  const others = Object.entries(query).filter(([key]) => !isFixed(key))
  if (fixed.length === 0) return Object.fromEntries(others)
  const record = Object.fromEntries(fixed.map(([key, value]) => [key.slice(FIXED.length), value]))
  return Object.fromEntries([...others, ['fixed', record]])
}

function parse(schema: z.ZodObject, input: Raw, where: 'path' | 'query'): unknown {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw new Problem('bad_request', explainError(schema, result.error, where))
}

function explainError(schema: z.ZodObject, error: z.ZodError, where: 'path' | 'query'): string {
  const names = Object.keys(schema.shape)
  const [issue] = error.issues
  if (issue?.code === 'unrecognized_keys') {
    const known = names.length === 0 ? 'none is known here' : `known are: ${names.join(', ')}`
    return `The ${where} has an unknown parameter; ${known}.`
  }
  const name = names.find((known) => known === issue?.path[0])
  if (name === undefined)
    return `The ${where} ${issue?.code === 'custom' ? issue.message : 'cannot be understood'}.`
  return `The parameter ${name} ${explainIssue(issue)}.`
}

/** Uses words that hold nothing of the input. */
function explainIssue(issue: z.core.$ZodIssue | undefined): string {
  switch (issue?.code) {
    case 'invalid_value':
      return issue.values.length > 20
        ? 'is not one of the known names'
        : `is not one of: ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return `must be at least ${String(issue.minimum)}`
    case 'too_big':
      return issue.origin === 'string'
        ? `must have at most ${String(issue.maximum)} characters`
        : `must be at most ${String(issue.maximum)}`
    case 'invalid_format':
      return issue.message
    case 'invalid_type':
      return 'must be given once, as text'
    default:
      return 'cannot be understood'
  }
}
