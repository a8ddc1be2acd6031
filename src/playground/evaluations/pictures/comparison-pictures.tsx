import { useState } from 'react';
import type { ComparedCandidate, Comparison } from '../../../contract/evaluations/comparison.ts';
import { nameReference } from '../../text/name-revision.ts';
import { ForestPicture } from './forest-picture.tsx';
import { RowPictures } from './row-pictures.tsx';

interface ComparisonPicturesProps {
  readonly comparison: Comparison;
  readonly candidate: ComparedCandidate;
  /** @param row - index in the candidate's test set */
  readonly onOpen: (row: number) => void;
}

/** The pictures of a comparison: differences, slices, distributions, and rows. */
export function ComparisonPictures({ comparison, candidate, onOpen }: ComparisonPicturesProps) {
  const { baseline, level, group_by: column } = comparison;
  const verdicts = `${nameReference(candidate.variant)} compared with ${nameReference(baseline.variant)}; all verdicts together at ${level * 100} %`;
  return (
    <div className="pictures">
      <ForestPicture
        title="Differences"
        caption={`${verdicts}.`}
        metrics={candidate.metrics.map((metric) => ({ name: metric.metric, metric }))}
      />
      {column === undefined || candidate.groups === undefined ? null : (
        <SlicePicture column={column} candidate={candidate} groups={candidate.groups} />
      )}
      {candidate.points === undefined ? null : (
        <RowPictures
          points={candidate.points}
          metrics={candidate.metrics}
          names={{ before: nameReference(baseline.variant), after: nameReference(candidate.variant) }}
          onOpen={onOpen}
        />
      )}
    </div>
  );
}

interface SlicePictureProps {
  readonly column: string;
  readonly candidate: ComparedCandidate;
  readonly groups: NonNullable<ComparedCandidate['groups']>;
}

function SlicePicture({ column, candidate, groups }: SlicePictureProps) {
  const names = candidate.metrics.map(({ metric }) => metric);
  const [chosen, setChosen] = useState(names[0] ?? '');
  const metrics = groups.flatMap(({ value, rows, is_small, metrics: all }) => {
    const metric = all.find((each) => each.metric === chosen);
    const size = `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}${is_small ? ', too few to say much' : ''}`;
    return metric === undefined ? [] : [{ name: `${nameOfValue(value)} (${size})`, metric }];
  });
  return (
    <section className="pictures" aria-label={`Slices by ${column}`}>
      <label className="picture-choice">
        <span>Slices by</span>
        <select value={chosen} onChange={({ target }) => setChosen(target.value)}>
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <ForestPicture
        title={`${chosen} by ${column}`}
        caption={`The rows of each value of ${column} separately; all verdicts of the slices together are at one level.`}
        metrics={metrics}
      />
    </section>
  );
}

/** Isolates the value: its text may run from right to left, and the number of rows after it does not. */
function nameOfValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  return `\u2068${typeof value === 'string' ? value : JSON.stringify(value)}\u2069`;
}
