/** Loads the code of the views that most people open, so that they open at once, even when the service has ended. */
export async function loadViews(): Promise<void> {
  await Promise.allSettled([
    import('../variants/variants-page.tsx'),
    import('../environments/environments-page.tsx'),
    import('../evaluations/evaluations-page.tsx'),
    import('../human-evaluations/human-evaluations-page.tsx'),
    import('../workbench/rows/rows-view.tsx'),
    import('../workbench/save-dialog.tsx'),
  ]);
}
