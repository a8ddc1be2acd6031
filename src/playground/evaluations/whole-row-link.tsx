import { toAddress } from '../service/request.ts';

interface WholeRowLinkProps {
  readonly evaluationId: string;
  readonly rowId: string;
}

/** Opens a row as the interface answers it, in a tab of its own: what is not cut may be too long for this page. */
export function WholeRowLink({ evaluationId, rowId }: WholeRowLinkProps) {
  const input = { evaluation_id: evaluationId, id_prefix: rowId, limit: 1 };
  return (
    <a
      href={toAddress('GET /evaluations/{evaluation_id}/evaluation_scenarios', input)}
      target="_blank"
      rel="noopener noreferrer"
    >
      Open the whole row
    </a>
  );
}
