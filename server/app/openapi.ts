import { createDocument } from 'zod-openapi'
import { flatNames } from '../../figures/flat-columns.ts'
import { DATA_LICENSES, type DataLicenseId, DEFAULT_DATA_LICENSE } from '../../model/data-license.ts'
import type { OpenApiDocument } from '../api-page/openapi-document.ts'
import { CHECKS_PATH } from '../checks/checks-api.ts'
import { ASK_CHECK, CHECKS_TAG, GET_CHECK } from '../checks/openapi-path.ts'
import { COLLECTION_PATH } from '../collection/collection-path.ts'
import { COLLECTION_OPERATIONS, COLLECTION_TAG, INVITE_SCHEME } from '../collection/openapi-path.ts'
import { API_ROOT, ENDPOINTS, type Endpoint, failure, PICTURE_PATH } from '../contract/contract.ts'
import { PICTURE_OPERATION } from './picture-answer.ts'

const TAGS = {
  data: 'What there is',
  surveys: 'Who speaks what: visits to every site of a list',
  sites: 'Sites over all surveys and campaigns',
  campaigns: 'Page loads of sites under several protocols',
  lab: 'Page loads under emulated conditions',
  load: 'What page users cost a server: users ramped over a page under each protocol',
  field: 'What volunteers’ browsers contributed, published in weekly releases above thresholds',
} as const satisfies Readonly<Record<Endpoint['tag'], string>>

/** `/surveys/:id` as OpenAPI writes it. */
export function pathTemplate(path: string): string {
  return API_ROOT + path.replaceAll(/:(\w+)/g, '{$1}')
}

/** The contract as OpenAPI 3.1. `dataLicense` is of what is answered; the program's own is MIT. */
export function openApiDocument(
  toolVersion: string,
  dataLicense: DataLicenseId | null = DEFAULT_DATA_LICENSE,
): OpenApiDocument {
  const paths = Object.entries(ENDPOINTS).map(([name, endpoint]) => [
    pathTemplate(endpoint.path),
    { get: describeOperation(name, endpoint) },
  ])
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'towline',
      version: toolVersion,
      description: [
        'What HTTP/1.1, HTTP/2 and HTTP/3 really do to page loads. Units stand in names: `rttMs` is in milliseconds. Null is "not known", never 0.',
        dataLicense === null
          ? 'No licence is granted for the data; towline itself is MIT.'
          : `The data is licensed ${dataLicense}, as the header \`Link\` of every answer says; towline itself is MIT.`,
        'JSON holds numbers as they were stored or computed; CSV rounds them: milliseconds to 0.001, shares and gains to 6 significant digits.',
      ].join(' '),
      ...(dataLicense === null
        ? {}
        : { license: { name: DATA_LICENSES[dataLicense].name, identifier: dataLicense } }),
    },
    servers: [{ url: '/' }],
    tags: [
      ...Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      CHECKS_TAG,
      COLLECTION_TAG,
    ],
    paths: {
      ...Object.fromEntries(paths),
      [pathTemplate(PICTURE_PATH)]: PICTURE_OPERATION,
      [CHECKS_PATH]: ASK_CHECK,
      [`${CHECKS_PATH}/{id}`]: GET_CHECK,
      [COLLECTION_PATH]: COLLECTION_OPERATIONS,
    },
    components: { securitySchemes: { invite: INVITE_SCHEME } },
  })
}

type Operation = NonNullable<Parameters<typeof createDocument>[0]['paths']>[string]['get']

function csvSchema({ figure }: Endpoint) {
  const columns = Object.entries(figure?.columns ?? {}).map(
    ([key, one]) => `\`${flatNames(key, one).join('`, `')}\`: ${one.meaning ?? one.heading}`,
  )
  return {
    type: 'string' as const,
    ...(columns.length > 0 && { description: `Columns: ${columns.join('; ')}` }),
  }
}

function describeOperation(name: string, endpoint: Endpoint): NonNullable<Operation> {
  const content = {
    'application/json': { schema: endpoint.answer },
    ...(endpoint.csv ? { 'text/csv': { schema: csvSchema(endpoint) } } : {}),
    ...(endpoint.atom ? { 'application/atom+xml': { schema: { type: 'string' as const } } } : {}),
  }
  const problem = (description: string) => ({
    description,
    content: { 'application/json': { schema: failure } },
  })
  return {
    operationId: name,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    requestParams: { path: endpoint.params, query: endpoint.query },
    responses: {
      '200': { description: 'The answer', content },
      '202': { description: 'The answer so far: a part of it is being computed, ask again', content },
      '304': { description: 'Nothing has changed (If-None-Match)' },
      '400': problem('The request cannot be understood'),
      '404': problem('There is no such thing'),
      '405': problem('This can only be read'),
      '429': problem('Too many requests'),
      '503': problem('The database cannot be read'),
    },
  }
}
