// Where a record is shown: the page of a finished round; with "" the page for records from files.
export function recordPath(record: string): string {
  return `/g/${record}`;
}
