// Where a record is shown: the page of a finished round.
export function recordPath(record: string): string {
  return `/g/${record}`;
}
