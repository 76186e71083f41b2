import { DATA_LICENSES } from '../../model/data-license.ts'
import type { ReleaseType } from '../../model/release/release-table.ts'
import { citationText } from './citation.ts'
import type { WrittenTable } from './data-files.ts'
import { dayOf, KEYWORDS, RELEASE_SUMMARY, type ReleaseFacts, titleOf } from './release-facts.ts'

const TYPES: Readonly<Record<ReleaseType, string>> = {
  integer: 'sc:Integer',
  number: 'sc:Float',
  boolean: 'sc:Boolean',
  code: 'sc:Text',
  text: 'sc:Text',
  instant: 'sc:DateTime',
  day: 'sc:Date',
  json: 'sc:Text',
}

/** https://docs.mlcommons.org/croissant/docs/croissant-spec.html, version 1.0. */
const CONTEXT = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  citeAs: 'cr:citeAs',
  column: 'cr:column',
  conformsTo: 'dct:conformsTo',
  cr: 'http://mlcommons.org/croissant/',
  rai: 'http://mlcommons.org/croissant/RAI/',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  dct: 'http://purl.org/dc/terms/',
  equivalentProperty: 'cr:equivalentProperty',
  examples: { '@id': 'cr:examples', '@type': '@json' },
  extract: 'cr:extract',
  field: 'cr:field',
  fileProperty: 'cr:fileProperty',
  fileObject: 'cr:fileObject',
  fileSet: 'cr:fileSet',
  format: 'cr:format',
  includes: 'cr:includes',
  isLiveDataset: 'cr:isLiveDataset',
  jsonPath: 'cr:jsonPath',
  key: 'cr:key',
  md5: 'cr:md5',
  parentField: 'cr:parentField',
  path: 'cr:path',
  recordSet: 'cr:recordSet',
  references: 'cr:references',
  regex: 'cr:regex',
  repeated: 'cr:repeated',
  replace: 'cr:replace',
  samplingRate: 'cr:samplingRate',
  sc: 'https://schema.org/',
  separator: 'cr:separator',
  source: 'cr:source',
  subField: 'cr:subField',
  transform: 'cr:transform',
} as const

/** croissant.json: the Parquet files for tools of machine learning and for search engines. */
export function croissant(facts: ReleaseFacts): object {
  return {
    '@context': CONTEXT,
    '@type': 'sc:Dataset',
    conformsTo: 'http://mlcommons.org/croissant/1.0',
    name: facts.name.replace(/[^\w-]+/g, '-'),
    alternateName: titleOf(facts),
    description: RELEASE_SUMMARY,
    ...(facts.url === null ? {} : { url: facts.url }),
    license: DATA_LICENSES[facts.license].url,
    creator: { '@type': 'sc:Organization', name: facts.author },
    datePublished: dayOf(facts),
    version: dayOf(facts).replaceAll('-0', '-').replaceAll('-', '.'),
    keywords: KEYWORDS,
    citeAs: citationText(facts),
    distribution: facts.tables.map(fileObject),
    recordSet: facts.tables.map(recordSet),
  }
}

function fileObject({ name, table, parquet }: WrittenTable): object {
  return {
    '@type': 'cr:FileObject',
    '@id': `${name}.parquet`,
    name: `${name}.parquet`,
    description: `${table.title}: a row is ${table.row}.`,
    contentUrl: parquet.path,
    contentSize: `${parquet.sizeBytes} B`,
    encodingFormat: 'application/x-parquet',
    sha256: parquet.sha256,
  }
}

function recordSet({ name, table }: WrittenTable): object {
  return {
    '@type': 'cr:RecordSet',
    '@id': name,
    name,
    description: `${table.title}: a row is ${table.row}.`,
    key: table.key.map((column) => ({ '@id': `${name}/${column}` })),
    field: Object.entries(table.columns).map(([column, { type, meaning, unit }]) => ({
      '@type': 'cr:Field',
      '@id': `${name}/${column}`,
      name: `${name}/${column}`,
      description: unit === undefined ? meaning : `${meaning} (${unit})`,
      dataType: TYPES[type],
      source: { fileObject: { '@id': `${name}.parquet` }, extract: { column } },
    })),
  }
}
