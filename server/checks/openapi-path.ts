import { z } from 'zod'
import { askedCheck, checkAnswer } from '../contract/contract.ts'
import { count } from '../contract/terms.ts'
import { jsonResponse, later, type PathItem, problem } from '../http/openapi-responses.ts'

export const CHECKS_TAG = {
  name: 'checks',
  description: 'Checks of single pages that visitors ask for, where the operator takes them',
} as const

const answer = (description: string) => jsonResponse(checkAnswer, description)

/** Describes it for the OpenAPI file. */
export const ASK_CHECK: PathItem = {
  post: {
    operationId: 'askCheck',
    tags: [CHECKS_TAG.name],
    summary: 'Asks for the check of a page, which waits until those before it are done',
    requestBody: { required: true, content: { 'application/json': { schema: askedCheck } } },
    responses: {
      '200': answer('The page was asked for within a day: that check'),
      '201': answer('It waits; its page is where `Location` says'),
      '400': problem('This is not the URL of a page'),
      '403': problem('A host or port that is never visited, or a request from another site'),
      '404': problem('This server takes no checks'),
      '413': problem('The body is too large'),
      '415': problem('The body is not plain JSON in UTF-8'),
      '429': later('Too much from this address, of this site, or for today'),
      '503': later('Nothing can be stored at present'),
    },
  },
}

export const GET_CHECK: PathItem = {
  get: {
    operationId: 'check',
    tags: [CHECKS_TAG.name],
    summary: 'A check that was asked for: its place in the queue, then its result',
    requestParams: { path: z.strictObject({ id: count }) },
    responses: { '200': answer('The check'), '404': problem('There is no such check') },
  },
}
