import { contribution, contributionAnswer, deletion } from '../contract/contract.ts'
import { jsonResponse, later, type PathItem, problem } from '../http/openapi-responses.ts'

export const COLLECTION_TAG = {
  name: 'contributions',
  description: 'What volunteers’ browsers send, and take back',
} as const

const SECURITY = [{}, { invite: [] }]

export const INVITE_SCHEME = {
  type: 'http',
  scheme: 'bearer',
  description: 'The token of an invite to a closed pilot; nothing else asks for it',
} as const

const answer = (description: string) => jsonResponse(contributionAnswer, description)

const OF_BOTH = {
  '400': problem('The body is not what the schema says'),
  '413': problem('The body is too large'),
  '415': problem('The body is not plain JSON in UTF-8'),
  '429': later('Too much from this address'),
  '503': later('Nothing can be stored at present: the same request may be sent again'),
} as const

/** POST and DELETE of contributions, for the OpenAPI file. */
export const COLLECTION_OPERATIONS: PathItem = {
  post: {
    operationId: 'contribute',
    tags: [COLLECTION_TAG.name],
    summary:
      'Takes the record of one load. Answered after it is stored for good; sent again with the same `key` it is answered as the first time',
    security: SECURITY,
    requestBody: { required: true, content: { 'application/json': { schema: contribution } } },
    responses: {
      '200': answer('It is not counted: there is such a load of this pseudonym'),
      '201': answer('It is stored and counted'),
      ...OF_BOTH,
      '401': problem('The study is a closed pilot, and the token of an invite is missing or not valid'),
      '404': problem('No open study has this list, or the list not this site'),
      '409': later('A request with the same key is under way'),
      '422': problem('The key came before with another record'),
    },
  },
  delete: {
    operationId: 'withdraw',
    tags: [COLLECTION_TAG.name],
    summary: 'Deletes all that some pseudonyms contributed; does not tell whether there was anything',
    requestBody: { required: true, content: { 'application/json': { schema: deletion } } },
    responses: { '204': { description: 'There is nothing of them any more' }, ...OF_BOTH },
  },
}
