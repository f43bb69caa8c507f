import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { applyTheme } from './lib/theme.ts';
import './styles/theme.css';
import './styles/elements.css';
import './styles/layout.css';
import './styles/account.css';
import './styles/pages.css';
import './styles/images.css';
import './styles/gallery.css';
import './styles/controls.css';
import './styles/skeleton.css';
import './styles/dialogs.css';
import './styles/forms.css';
import './styles/carriers.css';
import './styles/carrier-page.css';
import './styles/verdict.css';
import './styles/charts.css';
import './styles/rows.css';
import './styles/operator.css';
import './styles/lists.css';
import './styles/coverage.css';
import './styles/dock.css';
import './styles/sightings.css';
import './styles/vehicle.css';
import './styles/lanes.css';
import './styles/vetting.css';
import './styles/print.css';

applyTheme();
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root element.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
