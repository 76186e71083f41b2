/** Terms under which measurements are published, by their SPDX identifiers (https://spdx.org/licenses/). */
export const DATA_LICENSES = {
  'CC-BY-4.0': {
    name: 'Creative Commons Attribution 4.0 International',
    url: 'https://creativecommons.org/licenses/by/4.0/',
  },
  'CC0-1.0': {
    name: 'Creative Commons Zero v1.0 Universal',
    url: 'https://creativecommons.org/publicdomain/zero/1.0/',
  },
  'ODbL-1.0': {
    name: 'Open Data Commons Open Database License v1.0',
    url: 'https://opendatacommons.org/licenses/odbl/1-0/',
  },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly url: string }>>

export type DataLicenseId = keyof typeof DATA_LICENSES

export const DATA_LICENSE_IDS = Object.keys(DATA_LICENSES) as readonly DataLicenseId[]

export const DEFAULT_DATA_LICENSE: DataLicenseId = 'CC-BY-4.0'
