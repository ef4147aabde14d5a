"""Other people's programs: engines, and the environments of PettingZoo and OpenSpiel."""
