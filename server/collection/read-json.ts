import express, { type RequestHandler } from 'express'
import type { z } from 'zod'
import { LARGEST_BODY } from '../contract/contract.ts'
import { Problem } from '../http/problem.ts'

/** Body parsers also take UTF-7 and UTF-16; nobody who means well sends them. */
const JSON_TYPE = /^application\/json *(?:; *charset *= *(?:utf-8|"utf-8") *)?$/i

const parse = express.json({
  limit: LARGEST_BODY,
  strict: true,
  inflate: false,
  type: 'application/json',
})

/**
 * Reads a small body of JSON into `request.body`: nothing else, nothing packed, nothing larger (safety.md ING-1, ING-2).
 * Where its head says that it is too large nothing of it is read.
 */
export const readJson: RequestHandler = (request, response, next) => {
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) {
    next(new Problem('unsupported_type', 'The body must be application/json in UTF-8.'))
    return
  }
  if (Number(request.headers['content-length'] ?? 0) > LARGEST_BODY) {
    next(tooLarge())
    return
  }
  parse(request, response, (error: unknown) => {
    next(error === undefined ? undefined : toProblem(error))
  })
}

function toProblem(error: unknown): unknown {
  switch ((error as { readonly status?: unknown }).status) {
    case 413:
      return tooLarge()
    case 415:
      return new Problem('unsupported_type', 'The body must not be compressed.')
    case 400:
      return new Problem('bad_request', 'The body is no JSON object.')
    default:
      return error
  }
}

function tooLarge(): Problem {
  return new Problem('too_large', `The body may have ${LARGEST_BODY} bytes.`)
}

/** @throws Problem `bad_request` with names of the contract, never of the body (safety.md ING-15) */
export function parseBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw new Problem('bad_request', explainIssue(result.error.issues[0]))
}

/** A path is made of the names that the contract has, and of places in a list. */
function explainIssue(issue: z.core.$ZodIssue | undefined): string {
  const name = issue?.path.map(String).join('.') ?? ''
  if (issue?.code === 'unrecognized_keys') return 'The body has a field that is not known.'
  if (issue?.code === 'custom') return `The body contradicts itself: ${issue.message}.`
  return name === '' ? 'The body is no JSON object.' : `The field ${name} is missing or not as it must be.`
}
