// The generator's own theme with the colours of Gatehouse and the fonts of the system.
import Theme from 'vitepress/theme-without-fonts';
import './brand.css';

export default Theme;
