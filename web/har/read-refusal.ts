/** Says why a file cannot be read as a HAR: a closed list, so that nothing of the file itself is ever in a sentence. */
export const READ_REFUSALS = {
  empty: 'The file is empty.',
  too_large: 'The file is larger than 200 MB, unpacked.',
  too_many_entries: 'The file has more than 20,000 requests.',
  too_many_values: 'The file has more than 5 million values: many times what a HAR of 20,000 requests has.',
  too_slow: 'The file could not be read within 10 seconds.',
  unreadable: 'The browser could not read the file: it may have been moved or changed meanwhile.',
  bad_gzip: 'The file begins as gzip does, but cannot be unpacked: it is damaged or was cut off.',
  bad_zlib: 'The file begins as a zlib stream does, but cannot be unpacked: it is damaged or was cut off.',
  zip: 'The file is a ZIP archive. Unpack it, and choose the .har file in it.',
  other_packing:
    'The file is packed in a way that browsers do not unpack (7-Zip, bzip2, LZ4, RAR, xz or Zstandard). Unpack it, and choose the .har file in it.',
  utf_32: 'The file is text in UTF-32, which browsers do not read. Save it in UTF-8.',
  binary: 'The file is not text, so that it is no HAR.',
  web_archive:
    'The file is a saved web page, not a record of its requests. A HAR is saved in the Network panel of DevTools.',
  xml: 'The file is XML. Old versions of Internet Explorer saved their network records so; a HAR is JSON.',
  net_log: 'The file is a log of the browser’s network stack (chrome://net-export), not a HAR.',
  trace: 'The file is a recording of the Performance panel, not a HAR of the Network panel.',
  cut_off:
    'The file begins as a HAR does, but its end is missing: it was cut off while it was saved or sent.',
  not_json: 'The file is not valid JSON, so that it is no HAR.',
  no_log: 'The file is JSON, but no HAR: it has no “log” with “entries”.',
  no_entries: 'The file is a HAR in which no request was recorded.',
} as const

export type ReadRefusal = keyof typeof READ_REFUSALS
